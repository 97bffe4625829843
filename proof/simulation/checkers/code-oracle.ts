import type { RunEvent } from '#core/run/event.ts'
import type { RunState } from '#core/run/state.ts'
import { bodyFacts } from '../../reference/bodies/body-facts.ts'
import { type ExpectedBody, expectedBody, Undecided } from '../../reference/bodies/expected-body.ts'
import type { DrawnCode } from '../draw/code.ts'
import { replayed } from '../world/code-host.ts'
import type { World } from '../world/world.ts'

/** Failures that the body has no part in. */
const notOfBody: ReadonlySet<string> = new Set(['RUN_TIMEOUT', 'STEP_QUARANTINED', 'HISTORY_LIMIT'])

/** Where a fresh instance, with the whole log, does not end as the log says. */
export async function faultsOfReplay(
  world: Pick<World, 'draw'>,
  history: readonly RunEvent[],
  { header, outcome }: RunState,
): Promise<readonly string[]> {
  const { outcome: again } = await replayed(world, header, history)
  if (again.kind === 'violation') return [`a replay of its log ends with: ${again.message}`]
  const last = history.findLast(({ type }) => type === 'workflow.run.completed')
  if (outcome?.status !== 'COMPLETED' || last?.type !== 'workflow.run.completed') return []
  const goesOn = history.some(({ type }) => type === 'workflow.run.continued_as_new')
  if (goesOn) return again.kind === 'continue_as_new' ? [] : [`a replay of its log ends ${again.kind}`]
  const isSame = again.kind === 'completed' && textOf(again.result) === textOf(last.payload.output)
  return isSame ? [] : [`a replay of its log gives ${textOf(again)}, not ${textOf(last.payload.output)}`]
}

/**
 * Where a run of code is not what the reference makes of its facts: its end, its result, and its commands with their
 * arguments. Null: the reference does not know what happened to it.
 */
export function faultsOfBody(
  { program, goesOn }: DrawnCode,
  history: readonly RunEvent[],
  { outcome, header }: RunState,
): readonly string[] | null {
  if (history.some(({ type }) => type === 'workflow.run.cancel_requested')) return null
  const { facts, commands } = bodyFacts(history, { signal: 'signal', update: 'update' })
  const expected = expectedOrNull(program, facts)
  if (expected === null) return null
  const own = commands.filter(({ key }) => key !== 'activity update')
  const faults = faultsOfCommands(expected, own)
  const { n } = header.input as { readonly n: number }
  if (outcome === null) return faults
  const continued = history.find(({ type }) => type === 'workflow.run.continued_as_new')
  const failed = outcome.status !== 'COMPLETED' && outcome.status !== 'CANCELLED' ? outcome.error?.code : undefined
  if (failed !== undefined && notOfBody.has(failed)) return faults
  const said = saidOf(expected, goesOn && n > 0 ? n - 1 : null)
  const is =
    continued?.type === 'workflow.run.continued_as_new'
      ? `continues with ${textOf(continued.payload.input)}`
      : outcome.status === 'COMPLETED'
        ? `returns ${textOf(outcome.output)}`
        : failed !== undefined
          ? `fails with ${failed}`
          : null
  if (is === null || is === said) return faults
  return [...faults, `its body ${is}, and by its facts it ${said}`]
}

function expectedOrNull(...asked: Parameters<typeof expectedBody>): ExpectedBody | null {
  try {
    return expectedBody(...asked)
  } catch (error) {
    if (error instanceof Undecided) return null
    throw error
  }
}

/** What the body does in the end. `next`: the input of its successor, where it continues instead of returning. */
function saidOf({ end, said }: ExpectedBody, next: number | null): string {
  if (end === null) return 'still waits'
  if (!end.end.ok) return `fails with ${end.end.code}`
  return next === null ? `returns ${textOf([end.end.value, said])}` : `continues with ${textOf({ n: next })}`
}

/** A command that is asked for at the very end may or may not come before it. */
function faultsOfCommands(
  { asked, end }: ExpectedBody,
  recorded: readonly { readonly key: string; readonly args: unknown }[],
): readonly string[] {
  const all = new Map(asked.map((each) => [each.key, each]))
  const unasked = recorded.filter(({ key, args }) => textOf(all.get(key)?.args) !== textOf(args))
  const known = new Set(recorded.map(({ key }) => key))
  const left = end === null ? [] : asked.filter(({ key, place }) => place < end.place && !known.has(key))
  return [
    ...unasked.map(({ key, args }) => `${key} with ${textOf(args)} is recorded, and its body did not ask for that`),
    ...left.map(({ key }) => `its body asked for ${key}, and that is recorded nowhere`),
  ]
}

function textOf(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing'
}
