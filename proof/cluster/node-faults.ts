import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabaseCluster } from './cluster.ts'
import type { Node } from './plan.ts'

/** The machine of a node dies: Patroni and PostgreSQL are killed with all that they started. */
export async function killNode(cluster: DatabaseCluster, node: Node): Promise<void> {
  await cluster.daemons.signal(node.name, 'SIGKILL')
  await killPostgres(cluster, node)
}

/** PostgreSQL of a node dies; its Patroni sees it. */
export async function killPostgres({ plan }: DatabaseCluster, node: Node): Promise<void> {
  const file = join(plan.folder, node.name, 'data', 'postmaster.pid')
  const [pid = '0'] = (await readFile(file, 'utf8').catch(() => '0')).split('\n')
  // Patroni starts it in a group that has the number of a process that is gone.
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  const group = Number(/\) \S+ \d+ (\d+)/.exec(stat)?.[1] ?? 0)
  if (group > 0) process.kill(-group, 'SIGKILL')
}

/** The primary hands over to its synchronous standby, in order. Throws what Patroni answers instead. */
export async function switchOver(cluster: DatabaseCluster): Promise<void> {
  const primary = await cluster.primary()
  if (!primary) throw new Error('The cluster has no primary to switch over from.')
  const response = await fetch(`http://127.0.0.1:${primary.restPort}/switchover`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ leader: primary.name }),
  })
  if (!response.ok) throw new Error(`Patroni refused the switchover: ${await response.text()}`)
}
