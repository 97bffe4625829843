import { chmod, rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { choosePlace } from '#server/db/embedded/place.ts'
import { type Daemons, daemonsIn } from './daemons.ts'
import { startEtcd } from './etcd.ts'
import { startHaproxy } from './haproxy.ts'
import { ensurePrograms } from './packages.ts'
import { startNode } from './patroni.ts'
import { type ClusterPlan, makePlan, type Node, type PlanOptions, readPlan, urlOfNode, urlOfPrimary } from './plan.ts'

/** The role of a node as its Patroni says it. */
export type NodeRole = 'primary' | 'sync_standby' | 'standby' | 'starting' | 'down'

/** A PostgreSQL that is elected: etcd ×3, Patroni with PostgreSQL ×3, HAProxy. All processes are of this machine. */
export interface DatabaseCluster {
  readonly plan: ClusterPlan
  readonly daemons: Daemons
  /** Leads to the primary, through HAProxy. */
  readonly url: string
  roles(): Promise<ReadonlyMap<string, NodeRole>>
  /** The node that is primary now; null while there is none. */
  primary(): Promise<Node | null>
  startNode(node: Node): Promise<void>
  /** Until one node is primary, the others follow it and, with a synchronous cluster, one of them synchronously. */
  untilHealthy(): Promise<void>
  /** Ends all processes and removes the folder. */
  remove(): Promise<void>
}

const LOOK_MS = 250
/** A node that comes back copies the whole database first. */
const LOOKS = 1_200

export async function startDatabaseCluster(options: PlanOptions): Promise<DatabaseCluster> {
  ensurePrograms()
  const plan = await makePlan(options)
  await chmod(plan.folder, 0o755)
  const cluster = await clusterOf(plan)
  for (const member of plan.etcd) await startEtcd(cluster.daemons, plan, member)
  for (const node of plan.nodes) await cluster.startNode(node)
  await startHaproxy(cluster.daemons, plan)
  await cluster.untilHealthy()
  await createDatabase(plan, cluster)
  return cluster
}

/** The cluster that was started in the folder before; null where there is none. */
export async function findDatabaseCluster(folder: string): Promise<DatabaseCluster | null> {
  const plan = await readPlan(folder)
  return plan && clusterOf(plan)
}

async function clusterOf(plan: ClusterPlan): Promise<DatabaseCluster> {
  const daemons = await daemonsIn(plan.folder)
  const place = await choosePlace(plan.folder)
  const roles = async () =>
    new Map(await Promise.all(plan.nodes.map(async (node) => [node.name, await roleOf(node)] as const)))
  const cluster: DatabaseCluster = {
    plan,
    daemons,
    url: urlOfPrimary(plan),
    roles,
    async primary() {
      const known = await roles()
      return plan.nodes.find(({ name }) => known.get(name) === 'primary') ?? null
    },
    startNode: (node) => startNode(daemons, plan, node, place),
    async untilHealthy() {
      for (let look = 0; look < LOOKS; look += 1) {
        if (isHealthy([...(await roles()).values()], plan)) return
        await sleep(LOOK_MS)
      }
      const said = [...(await roles())].map(([name, role]) => `${name} is ${role}`).join(', ')
      throw new Error(`The cluster has not become healthy: ${said}. Its logs are in ${plan.folder}/logs.`)
    },
    async remove() {
      // HAProxy and the nodes first: a Patroni without etcd would restart its PostgreSQL read-only.
      const names = await daemons.names()
      const rank = (name: string) => (name.startsWith('etcd') ? 1 : 0)
      for (const name of [...names].sort((a, b) => rank(a) - rank(b))) await daemons.stop(name)
      await rm(plan.folder, { recursive: true, force: true })
    },
  }
  return cluster
}

function isHealthy(roles: readonly NodeRole[], { isSynchronous }: ClusterPlan): boolean {
  const count = (role: NodeRole) => roles.filter((each) => each === role).length
  const followers = count('standby') + count('sync_standby')
  return count('primary') === 1 && followers === roles.length - 1 && (!isSynchronous || count('sync_standby') > 0)
}

async function roleOf({ restPort }: Node): Promise<NodeRole> {
  const ask = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${restPort}${path}`, { signal: AbortSignal.timeout(2_000) })
    return { status: response.status, body: (await response.json().catch(() => ({}))) as PatroniState }
  }
  try {
    const { body } = await ask('/patroni')
    if (body.state !== 'running') return 'starting'
    if (body.role === 'master' || body.role === 'primary') return 'primary'
    if ((await ask('/sync')).status === 200) return 'sync_standby'
    return (await ask('/replica')).status === 200 && body.replication_state !== 'starting' ? 'standby' : 'starting'
  } catch {
    return 'down'
  }
}

interface PatroniState {
  readonly state?: string
  readonly role?: string
  readonly replication_state?: string
}

async function createDatabase(plan: ClusterPlan, cluster: DatabaseCluster): Promise<void> {
  const primary = await cluster.primary()
  if (!primary) throw new Error('The cluster has no primary.')
  const client = new pg.Client({ connectionString: urlOfNode(plan, primary, 'postgres') })
  await client.connect()
  try {
    await client.query('create database heddle')
  } finally {
    await client.end()
  }
}
