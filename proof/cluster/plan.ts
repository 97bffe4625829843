import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A PostgreSQL of the cluster with the Patroni that guards it. */
export interface Node {
  readonly name: string
  readonly databasePort: number
  readonly restPort: number
}

export interface EtcdMember {
  readonly name: string
  readonly clientPort: number
  readonly peerPort: number
}

/** All that the processes of one cluster must agree on; kept in `cluster.json` of its folder. */
export interface ClusterPlan {
  readonly folder: string
  readonly password: string
  /** Seconds after which a silent primary loses its leadership. */
  readonly ttl: number
  /** Whether commits wait for a standby: `synchronous_mode` of Patroni. */
  readonly isSynchronous: boolean
  readonly etcd: readonly EtcdMember[]
  readonly nodes: readonly Node[]
  /** Where HAProxy leads to the primary. */
  readonly primaryPort: number
  readonly statusPort: number
}

export interface PlanOptions {
  readonly folder: string
  readonly ttl: number
  readonly isSynchronous: boolean
}

const MEMBERS = 3

/** The folder of the cluster that `npm run cluster` starts. */
export const defaultFolder = join(tmpdir(), 'heddle-cluster')

const planFile = (folder: string) => join(folder, 'cluster.json')

/** Chooses free ports and a password, and writes both. */
export async function makePlan({ folder, ttl, isSynchronous }: PlanOptions): Promise<ClusterPlan> {
  await mkdir(folder, { recursive: true, mode: 0o755 })
  const ports = await freePorts(MEMBERS * 4 + 2)
  const port = () => ports.pop() ?? 0
  const numbers = Array.from({ length: MEMBERS }, (_, index) => index + 1)
  const plan: ClusterPlan = {
    folder,
    password: randomBytes(18).toString('base64url'),
    ttl,
    isSynchronous,
    etcd: numbers.map((number) => ({ name: `etcd${number}`, clientPort: port(), peerPort: port() })),
    nodes: numbers.map((number) => ({ name: `node${number}`, databasePort: port(), restPort: port() })),
    primaryPort: port(),
    statusPort: port(),
  }
  await writeFile(planFile(folder), `${JSON.stringify(plan, null, 2)}\n`, { mode: 0o600 })
  return plan
}

/** The plan of a cluster that was started before; null where there is none. */
export async function readPlan(folder: string): Promise<ClusterPlan | null> {
  const text = await readFile(planFile(folder), 'utf8').catch(() => null)
  return text === null ? null : (JSON.parse(text) as ClusterPlan)
}

/** The address of the primary, whichever node it is. */
export const urlOfPrimary = ({ password, primaryPort }: ClusterPlan): string =>
  `postgresql://postgres:${password}@127.0.0.1:${primaryPort}/heddle`

/** The address of one node, past HAProxy. */
export const urlOfNode = ({ password }: ClusterPlan, { databasePort }: Node, database = 'heddle'): string =>
  `postgresql://postgres:${password}@127.0.0.1:${databasePort}/${database}`

/** All servers listen at once, so that no port is given twice. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = await Promise.all(
    Array.from({ length: count }, async () => {
      const server = createServer()
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      return server
    }),
  )
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))))
  return ports
}
