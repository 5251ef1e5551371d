"""Migrations of the database schema, run by alembic when a store is opened."""
