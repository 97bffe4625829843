import type { Json } from '#core/json.ts'
import type { Command } from '#core/run/command.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { WithRefs } from '#core/run/payload/payload-ref.ts'
import type { NewRun } from '../../commit/append.ts'
import { openPayloads } from '../../payload/inline-payloads.ts'
import type { DrainedMail, EngineIdentity, LoadedRun, Mail } from '../../ports.ts'
import { tuning } from '../../tuning.ts'
import { type MailRow, openMail, type StateRow, type Tables } from './tables.ts'

export function load(tables: Tables, runId: string): LoadedRun {
  const snapshot = tables.snapshots.get(runId)
  const log = (tables.logs.get(runId) ?? []).filter((row) => row.seq > (snapshot?.seq ?? 0))
  const { mail, more } = readAtOnce(tables, runId)
  return {
    runId,
    snapshot: snapshot ? (JSON.parse(snapshot.state) as Json) : null,
    log: `[${log.map((row) => row.events).join(',')}]`,
    ...(tables.payloads.has(runId) && { payloads: tables.payloads.get(runId) ?? new Map() }),
    mail,
    mailSeq: drainedNumber(tables, runId, more),
    handedBack: !tables.states.get(runId)?.engineEpoch,
  }
}

/** Runs that were started eagerly for this engine, and for which it has written nothing yet. */
export function loadEagerRuns(tables: Tables, engine: EngineIdentity): readonly LoadedRun[] {
  const isEager = ({ runId, engineId, engineEpoch }: StateRow) => {
    const [first, second] = tables.logs.get(runId) ?? []
    return engineId === engine.id && engineEpoch === engine.epoch && first?.epoch === engine.epoch && !second
  }
  return [...tables.states.values()]
    .filter(isEager)
    .slice(0, tuning.eagerAtOnce)
    .map(({ runId }) => load(tables, runId))
}

export function drain(tables: Tables, engine: EngineIdentity, runIds: readonly string[] | null): DrainedMail {
  const asked = runIds ?? [...tables.mail.keys()].filter((runId) => openMail(tables, runId).length > 0)
  const mail: Mail[] = []
  const mailSeqs = new Map<string, number>()
  for (const runId of asked) {
    const state = tables.states.get(runId)
    if (state?.engineId !== engine.id || state.engineEpoch !== engine.epoch) continue
    const found = readAtOnce(tables, runId)
    mail.push(...found.mail)
    mailSeqs.set(runId, drainedNumber(tables, runId, found.more))
  }
  return { mail, mailSeqs }
}

function readAtOnce(tables: Tables, runId: string): { readonly mail: readonly Mail[]; readonly more: boolean } {
  const { mailAtOnce, mailBytesAtOnce } = tuning
  const mail: Mail[] = []
  let bytes = 0
  for (const row of openMail(tables, runId)) {
    if (mail.length === mailAtOnce || bytes >= mailBytesAtOnce) break
    mail.push(mailOf(row))
    bytes += Buffer.byteLength(row.command)
  }
  return { mail, more: mail.length === mailAtOnce || bytes >= mailBytesAtOnce }
}

/** With more mail than was read, nothing counts as drained. */
function drainedNumber(tables: Tables, runId: string, more: boolean): number {
  return more ? -1 : (tables.states.get(runId)?.mailSeq ?? 0)
}

function mailOf({ id, runId, operationId, command, createdAt }: MailRow): Mail {
  return { id, runId, operationId, command: JSON.parse(command) as Command, sentAt: createdAt }
}

/** The twin of `store/count-descendants.ts`. */
export function countDescendants(tables: Tables, originRunId: string, most: number): number {
  const descends = ({ runId, header }: NewRun) =>
    header.origin_run_id === originRunId || (header.root_run_id === originRunId && runId !== originRunId)
  return Math.min(most, [...tables.runs.values()].filter(descends).length)
}

export function readEvents(tables: Tables, runId: string): readonly RunEvent[] {
  const { inline } = openPayloads(tables.payloads.get(runId))
  const rows = tables.logs.get(runId) ?? []
  return rows.flatMap(({ events }) => JSON.parse(events) as (RunEvent & WithRefs)[]).map(inline)
}
