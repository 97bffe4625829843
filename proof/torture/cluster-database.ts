import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DatabaseCluster, startDatabaseCluster } from '../cluster/cluster.ts'
import { startEtcd } from '../cluster/etcd.ts'
import { restartHaproxy } from '../cluster/haproxy.ts'
import { killNode, killPostgres, switchOver } from '../cluster/node-faults.ts'
import type { Node } from '../cluster/plan.ts'
import type { TortureDatabase } from './database.ts'
import type { Random } from './random.ts'

type Disturbance =
  | 'node of the primary killed'
  | 'PostgreSQL killed'
  | 'Patroni of the primary frozen'
  | 'switchover'
  | 'synchronous standby killed'
  | 'both standbys killed'
  | 'etcd member killed'
  | 'etcd quorum lost'
  | 'HAProxy restarted'

const weights: Record<Disturbance, number> = {
  'node of the primary killed': 5,
  'PostgreSQL killed': 3,
  'Patroni of the primary frozen': 2,
  switchover: 3,
  'synchronous standby killed': 2,
  'both standbys killed': 1,
  'etcd member killed': 1,
  'etcd quorum lost': 1,
  'HAProxy restarted': 1,
}
const TTL_SECONDS = 10
/** Longer than Patroni needs to give its leadership up. */
const FROZEN_MS = 20_000
const AWAY_MS = { shortest: 1_000, longest: 15_000 }

/**
 * A replicated PostgreSQL under Patroni. A disturbance returns when the harm is done. The repair goes on meanwhile, and
 * the next disturbance comes when the cluster is whole again, so that each is one that the promise covers.
 */
export async function startClusterDatabase(): Promise<TortureDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-cluster-'))
  const cluster = await startDatabaseCluster({ folder, ttl: TTL_SECONDS, isSynchronous: true })
  let repair: Promise<void> | null = null
  return {
    url: cluster.url,
    isWhole: () => repair === null,
    async disturb(random) {
      const name = random.weighted(weights)
      const mend = await harm(cluster, name, random)
      repair = mend()
        .then(() => cluster.untilHealthy())
        .finally(() => {
          repair = null
        })
      // A failure is told where the next one waits for the repair: in `remove`, or never.
      repair.catch(() => undefined)
      return name
    },
    async remove() {
      await repair?.catch(() => undefined)
      await cluster.remove()
    },
  }
}

type Mend = () => Promise<void>

/** Does the harm; the answer undoes it after a while. */
async function harm(cluster: DatabaseCluster, name: Disturbance, random: Random): Promise<Mend> {
  const { daemons, plan } = cluster
  const away = () => sleep(random.between(AWAY_MS.shortest, AWAY_MS.longest))
  const killed = async (nodes: readonly Node[]): Promise<Mend> => {
    for (const node of nodes) await killNode(cluster, node)
    return async () => {
      await away()
      for (const node of nodes) await cluster.startNode(node)
    }
  }
  const ofRole = async (...roles: readonly string[]) => {
    const known = await cluster.roles()
    return plan.nodes.filter((node) => roles.includes(known.get(node.name) ?? ''))
  }
  switch (name) {
    case 'node of the primary killed':
      return killed(await ofRole('primary'))
    case 'synchronous standby killed':
      return killed((await ofRole('sync_standby')).slice(0, 1))
    case 'both standbys killed':
      return killed(await ofRole('sync_standby', 'standby'))
    case 'PostgreSQL killed': {
      const [primary] = await ofRole('primary')
      if (primary) await killPostgres(cluster, primary)
      return async () => undefined
    }
    case 'Patroni of the primary frozen': {
      const [primary] = await ofRole('primary')
      if (primary) await daemons.signal(primary.name, 'SIGSTOP')
      return async () => {
        await sleep(FROZEN_MS)
        if (primary) await daemons.signal(primary.name, 'SIGCONT')
      }
    }
    case 'switchover':
      await switchOver(cluster)
      return async () => undefined
    case 'etcd member killed':
    case 'etcd quorum lost': {
      const members = plan.etcd.slice(0, name === 'etcd quorum lost' ? 2 : 1)
      for (const member of members) await daemons.signal(member.name, 'SIGKILL')
      return async () => {
        await away()
        for (const member of members) await startEtcd(daemons, plan, member)
      }
    }
    case 'HAProxy restarted':
      await restartHaproxy(daemons, plan)
      return async () => undefined
  }
}
