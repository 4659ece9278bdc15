"""Takes every stone for one under mud as soon as one of them is."""

from sound import Sound


class Broken(Sound):
    def stones(self, fields):
        return super().stones(fields if fields["mud"] == "-" else fields | {"mud": "1,2,3,4,5,6,7,8,9"})


Broken().run()
