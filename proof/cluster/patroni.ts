import { chmod, chown, copyFile, mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stringify } from 'yaml'
import type { ServerLocation } from '#server/db/embedded/place.ts'
import type { Daemons } from './daemons.ts'
import { programs } from './packages.ts'
import type { ClusterPlan, Node } from './plan.ts'

const REPLICATOR = 'replicator'

/** Starts the Patroni of one node, which starts and guards its PostgreSQL. */
export async function startNode(
  daemons: Daemons,
  plan: ClusterPlan,
  node: Node,
  { binaries, user }: ServerLocation,
): Promise<void> {
  const folder = join(plan.folder, node.name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const bin = await makeBinFolder(folder, binaries.root)
  const script = join(folder, 'copy-replica.py')
  const passwordFile = join(folder, 'password')
  const file = join(folder, 'patroni.yaml')
  await copyFile(join(import.meta.dirname, 'copy-replica.py'), script)
  await writeFile(passwordFile, plan.password, { mode: 0o600 })
  await writeFile(file, stringify(configOf(plan, node, { folder, bin, script, passwordFile })), { mode: 0o600 })
  for (const each of [folder, bin, script, passwordFile, file]) if (user) await chown(each, user.uid, user.gid)
  await chmod(folder, 0o700)
  await daemons.start(node.name, programs.patroni, [file], { user, cwd: folder, env: { HOME: folder } })
}

/** Patroni looks for all programs in one folder: the server's are those of npm, two tools are Debian's. */
async function makeBinFolder(folder: string, root: string): Promise<string> {
  const bin = join(folder, 'bin')
  await rm(bin, { recursive: true, force: true })
  await mkdir(bin)
  const targets = {
    postgres: join(root, 'bin', 'postgres'),
    initdb: join(root, 'bin', 'initdb'),
    pg_ctl: join(root, 'bin', 'pg_ctl'),
    pg_controldata: programs.controldata,
    pg_isready: programs.isready,
  }
  for (const [name, target] of Object.entries(targets)) await symlink(target, join(bin, name))
  return bin
}

interface Files {
  readonly folder: string
  readonly bin: string
  readonly script: string
  readonly passwordFile: string
}

function configOf(plan: ClusterPlan, node: Node, { folder, bin, script, passwordFile }: Files) {
  const rest = `127.0.0.1:${node.restPort}`
  const database = `127.0.0.1:${node.databasePort}`
  return {
    scope: 'heddle',
    name: node.name,
    restapi: { listen: rest, connect_address: rest },
    etcd3: { hosts: plan.etcd.map(({ clientPort }) => `127.0.0.1:${clientPort}`) },
    bootstrap: {
      dcs: {
        ttl: plan.ttl,
        loop_wait: 2,
        retry_timeout: Math.max(3, Math.floor((plan.ttl - 2) / 2)),
        maximum_lag_on_failover: 64 * 1024 ** 2,
        synchronous_mode: plan.isSynchronous,
        postgresql: {
          use_pg_rewind: false,
          use_slots: true,
          parameters: { max_connections: 300, wal_keep_size: '1GB', hot_standby_feedback: 'on' },
        },
      },
      initdb: [
        'data-checksums',
        { encoding: 'UTF8' },
        { locale: 'C' },
        { 'locale-provider': 'builtin' },
        { 'builtin-locale': 'C.UTF-8' },
      ],
    },
    postgresql: {
      listen: database,
      connect_address: database,
      data_dir: join(folder, 'data'),
      bin_dir: bin,
      pgpass: join(folder, 'pgpass'),
      pg_hba: [
        'local all all scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
        `host replication ${REPLICATOR} 127.0.0.1/32 scram-sha-256`,
      ],
      authentication: {
        superuser: { username: 'postgres', password: plan.password },
        replication: { username: REPLICATOR, password: plan.password },
      },
      parameters: { unix_socket_directories: folder },
      // A primary that comes back after a failover has no pg_rewind: it becomes a new copy.
      remove_data_directory_on_diverged_timelines: true,
      create_replica_methods: ['copy'],
      copy: { command: `${programs.python} ${script} --superuser=${passwordFile}` },
    },
  }
}
