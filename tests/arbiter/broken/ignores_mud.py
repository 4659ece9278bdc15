"""Never plays a fourth card."""

from sound import Sound


class Broken(Sound):
    def stones(self, fields):
        return super().stones(fields | {"mud": "-"})


Broken().run()
