import { ensureDebianPackages } from '../testing/debian-packages.ts'

/** Programs of Debian packages that a cluster consists of. npm brings PostgreSQL itself, but neither of its two tools. */
export const programs = {
  etcd: '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  patronictl: '/usr/bin/patronictl',
  haproxy: '/usr/sbin/haproxy',
  python: '/usr/bin/python3',
  controldata: '/usr/lib/postgresql/15/bin/pg_controldata',
  isready: '/usr/lib/postgresql/15/bin/pg_isready',
} as const

const packages = ['etcd-server', 'patroni', 'haproxy', 'postgresql-15']

/** Installs the packages where programs are missing; throws where it cannot. */
export const ensurePrograms = (): void => ensureDebianPackages(packages, Object.values(programs))
