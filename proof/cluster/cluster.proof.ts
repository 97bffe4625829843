import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '#server/db/migrate.ts'
import { createHarness, type Harness, poll } from '../testing/harness.ts'
import { type Load, publishLoad, startLoad } from '../testing/load.ts'
import { type DatabaseCluster, startDatabaseCluster } from './cluster.ts'
import { startEtcd } from './etcd.ts'
import { killNode, switchOver } from './node-faults.ts'

const run = promisify(execFile)
const RUNS = 40
const TTL_SECONDS = 10

describe('an engine on a PostgreSQL that Patroni elects', () => {
  let cluster: DatabaseCluster
  let harness: Harness
  beforeAll(async () => {
    const folder = await mkdtemp(join(tmpdir(), 'heddle-cluster-'))
    cluster = await startDatabaseCluster({ folder, ttl: TTL_SECONDS, isSynchronous: true })
    await migrate(cluster.url)
    harness = await createHarness({ url: cluster.url, drop: () => cluster.remove() })
    await publishLoad(harness)
    await harness.engine()
  })
  afterEach(async () => {
    expect(await harness.violations()).toEqual([])
  })
  afterAll(() => harness.close())

  const stateOf = async () => JSON.stringify([...(await cluster.roles())])
  const untilPrimary = (isWanted: (name: string | undefined) => boolean) =>
    poll(async () => isWanted((await cluster.primary())?.name), stateOf)
  const loadUnderWay = async (): Promise<Load> => {
    const load = await startLoad(harness, RUNS, 100)
    expect(await load.ended()).toBeLessThan(RUNS)
    return load
  }
  const primaryNow = async () => {
    const primary = await cluster.primary()
    if (!primary) throw new Error('The cluster has no primary.')
    return primary
  }

  it('goes on with every run when the node of the primary is killed', async () => {
    const load = await loadUnderWay()
    const before = await primaryNow()
    await killNode(cluster, before)
    await untilPrimary((name) => name !== undefined && name !== before.name)
    await load.finish()
    await cluster.startNode(before)
    await cluster.untilHealthy()
  })

  it('goes on with every run after a switchover', async () => {
    const load = await loadUnderWay()
    const before = await primaryNow()
    await switchOver(cluster)
    await untilPrimary((name) => name !== undefined && name !== before.name)
    await load.finish()
    await cluster.untilHealthy()
  })

  it('waits while etcd has no quorum, as the primary steps back, and goes on afterwards', async () => {
    const load = await loadUnderWay()
    const lost = cluster.plan.etcd.slice(1)
    for (const member of lost) await cluster.daemons.signal(member.name, 'SIGKILL')
    await untilPrimary((name) => name === undefined)
    for (const member of lost) await startEtcd(cluster.daemons, cluster.plan, member)
    await untilPrimary((name) => name !== undefined)
    await load.finish()
    await cluster.untilHealthy()
  })
})

it('npm run cluster starts a cluster with its processes, tells their state and removes all of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'heddle-cluster-'))
  await rm(folder, { recursive: true })
  const call = async (...words: readonly string[]) => {
    const flags = ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts')]
    return (await run(process.execPath, [...flags, ...words, '--folder', folder])).stdout
  }
  try {
    const up = await call('up', '--engines', '1', '--webs', '0', '--workers', '1')
    expect(up).toMatch(/^DATABASE_URL=postgresql:/)
    expect(up).toMatch(/^engine1 +http:\S+\/readyz$/m)
    await expect(call('up')).rejects.toThrow('There is a cluster in')
    const status = await call('status')
    expect(status).toMatch(/^engine1 +runs$/m)
    expect(status.match(/runs, primary$/gm)).toHaveLength(1)
    expect(status.match(/runs, (sync )?standby$/gm)).toHaveLength(2)
  } finally {
    await call('down')
  }
  expect(existsSync(folder)).toBe(false)
  await expect(call('status')).rejects.toThrow('There is no cluster in')
})
