"""The base copy of a standby, called by Patroni (`create_replica_methods`).

Debian's pg_basebackup refuses PostgreSQL 18, so the files of the primary, which is on the same machine, are copied
between pg_backup_start and pg_backup_stop, as PostgreSQL documents a low-level base backup.
"""

import argparse
import os
import shutil

import psycopg2

EXCLUDED = {"postmaster.pid", "postmaster.opts", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_stat_tmp"}
EMPTY = ("pg_replslot", "pg_dynshmem", "pg_notify", "pg_stat_tmp")

parser = argparse.ArgumentParser()
parser.add_argument("--datadir", required=True)
parser.add_argument("--connstring", required=True)
parser.add_argument("--superuser", required=True, help="file with the password of postgres")
known, _ = parser.parse_known_args()

with open(known.superuser) as file:
    password = file.read().strip()
address = psycopg2.extensions.parse_dsn(known.connstring)
connection = psycopg2.connect(
    host=address["host"], port=address["port"], user="postgres", password=password, dbname="postgres"
)
connection.autocommit = True
cursor = connection.cursor()
cursor.execute("show data_directory")
source = cursor.fetchone()[0]
cursor.execute("select pg_backup_start('replica', true)")


def excluded(folder, names):
    """Names that a base backup leaves out, of the top folder only, and files that go away meanwhile."""
    return [name for name in names if folder == source and name in EXCLUDED]


def copy_if_there(from_file, to_file):
    """A temporary file may be removed between the listing and its copy."""
    try:
        return shutil.copy2(from_file, to_file)
    except FileNotFoundError:
        return to_file


shutil.copytree(source, known.datadir, ignore=excluded, copy_function=copy_if_there, dirs_exist_ok=True)
cursor.execute("select labelfile from pg_backup_stop()")
label = cursor.fetchone()[0]
with open(os.path.join(known.datadir, "backup_label"), "w") as file:
    file.write(label)
for name in EMPTY:
    os.makedirs(os.path.join(known.datadir, name), mode=0o700, exist_ok=True)
os.chmod(known.datadir, 0o700)
