"""Many matches: plans, schedules, workers, the journal, standings and reports."""
