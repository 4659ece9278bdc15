#!/no/such/interpreter
# Bad shebang: asks for an interpreter that does not exist.
exit 0
