import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Daemons } from './daemons.ts'
import { programs } from './packages.ts'
import type { ClusterPlan } from './plan.ts'

const NAME = 'haproxy'

/** Leads connections to the node that Patroni calls the primary, and ends those that lead to another one. */
export async function startHaproxy(daemons: Daemons, plan: ClusterPlan): Promise<void> {
  const file = join(plan.folder, 'haproxy.cfg')
  const servers = plan.nodes.map(
    ({ name, databasePort, restPort }) =>
      `  server ${name} 127.0.0.1:${databasePort} check port ${restPort} maxconn 300`,
  )
  const lines = [
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    '  timeout check 2s',
    'listen primary',
    `  bind 127.0.0.1:${plan.primaryPort}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers,
    'listen status',
    '  mode http',
    `  bind 127.0.0.1:${plan.statusPort}`,
    '  stats enable',
    '  stats uri /',
    '',
  ]
  await writeFile(file, lines.join('\n'))
  await daemons.start(NAME, programs.haproxy, ['-db', '-f', file])
}

export const restartHaproxy = async (daemons: Daemons, plan: ClusterPlan): Promise<void> => {
  await daemons.stop(NAME)
  await startHaproxy(daemons, plan)
}
