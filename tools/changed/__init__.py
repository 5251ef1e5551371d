"""`make changed`: runs the tests that execute changed lines."""
