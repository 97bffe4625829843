import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Daemons } from './daemons.ts'
import { programs } from './packages.ts'
import type { ClusterPlan, EtcdMember } from './plan.ts'

/** Starts one member of etcd; a member that was there before keeps its data. */
export async function startEtcd(daemons: Daemons, plan: ClusterPlan, member: EtcdMember): Promise<void> {
  const data = join(plan.folder, member.name)
  await mkdir(data, { recursive: true, mode: 0o700 })
  const client = `http://127.0.0.1:${member.clientPort}`
  const peer = `http://127.0.0.1:${member.peerPort}`
  await daemons.start(member.name, programs.etcd, [
    '--name',
    member.name,
    '--data-dir',
    data,
    '--listen-client-urls',
    client,
    '--advertise-client-urls',
    client,
    '--listen-peer-urls',
    peer,
    '--initial-advertise-peer-urls',
    peer,
    '--initial-cluster',
    plan.etcd.map(({ name, peerPort }) => `${name}=http://127.0.0.1:${peerPort}`).join(','),
    '--initial-cluster-token',
    'heddle',
    '--logger',
    'zap',
  ])
}
