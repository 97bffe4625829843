import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

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

/** Installs the packages where they are missing. Throws with the names of the packages where it cannot. */
export function ensurePrograms(): void {
  if (Object.values(programs).every((program) => existsSync(program))) return
  const hint = `Install the Debian packages ${packages.join(', ')} and repeat it.`
  if (process.platform !== 'linux' || process.getuid?.() !== 0) {
    throw new Error(`A cluster runs as root on Debian, with Patroni, etcd and HAProxy. ${hint}`)
  }
  // The packages would start a PostgreSQL, an etcd and a HAProxy of the machine.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], { stdio: 'ignore', env })
  } catch (error) {
    throw new Error(`The packages of the cluster could not be installed. ${hint}`, { cause: error })
  }
}
