"""What the clients of all services share, written by hand. Import from `jackfield` instead."""
