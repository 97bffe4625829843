import type { Definition } from '#core/definition/definition.ts'
import { validateJson } from '#core/definition/schema/json-schema.ts'
import type { Effect } from '#core/run/effect.ts'
import { entryOf } from '#core/run/fan-out/fan-out.ts'
import { judgedInput } from '#core/run/fan-out/own-input.ts'
import { childHeader } from '#core/run/start/create.ts'
import type { RunState } from '#core/run/state.ts'
import type { RunError } from '#core/run/words.ts'
import { reach } from '../crash-points.ts'
import type { Definitions } from '../definitions.ts'
import type { Clock, Ids } from '../ports.ts'
import type { Message, NewRun } from './append.ts'
import type { Descendants } from './descendants.ts'
import { newRun } from './new-run.ts'

export type ChildEffect = Extract<Effect, { kind: 'child' }>

export interface ChildStarts {
  readonly runs: readonly NewRun[]
  /** To the parent itself: children that could not be started have ended before they began. */
  readonly failures: readonly Message[]
}

export const noChildStarts: ChildStarts = { runs: [], failures: [] }

interface ChildWorld {
  readonly definitions: Definitions
  readonly clock: Clock
  readonly ids: Ids
  readonly descendants: Descendants
  readonly inlineCharacters?: number | undefined
}

/**
 * Pins each child to its version, and checks its input against that version's schema. The runs are
 * counted as descendants; the caller gives them back if they are not committed.
 */
export async function startChildren(
  parent: RunState,
  effects: readonly ChildEffect[],
  world: ChildWorld,
): Promise<ChildStarts> {
  if (effects.length === 0) return noChildStarts
  const { header } = parent
  world.descendants.add(header, effects.length)
  try {
    await world.descendants.confirm(header, effects.length)
    const starts = await pinChildren(parent, effects, world)
    world.descendants.giveBack(header, starts.failures.length)
    return starts
  } catch (error) {
    world.descendants.giveBack(header, effects.length)
    throw error
  }
}

async function pinChildren(parent: RunState, effects: readonly ChildEffect[], world: ChildWorld): Promise<ChildStarts> {
  const runs: NewRun[] = []
  const failures: Message[] = []
  for (const effect of effects) {
    const pinned = await pinnedFor(parent, effect, world)
    const error = pinned ? inputError(parent, effect, pinned.definition) : notFound(effect)
    if (!pinned || error) {
      failures.push(endedBeforeItBegan(parent, effect, error ?? notFound(effect)))
      continue
    }
    const vars = await world.definitions.variables(parent.header.owner_id, pinned.definition)
    const header = childHeader(parent, effect, pinned)
    runs.push(
      newRun(vars === undefined ? header : { ...header, vars }, {
        now: Math.max(world.clock.now(), parent.at),
        appendId: world.ids.uuid(),
        idempotencyKey: null,
        signals: effect.continues,
        inlineCharacters: world.inlineCharacters,
      }),
    )
  }
  if (runs.length > 0) reach('children.pinned')
  return { runs, failures }
}

/** The version of a child: that of its entry in a fan-out, which the request has been checked against, else the latest. */
function pinnedFor({ header }: RunState, { step, workflow }: ChildEffect, { definitions }: ChildWorld) {
  const entry = entryOf(header, step)
  return entry === undefined
    ? definitions.latest(header.owner_id, workflow)
    : definitions.find(header.owner_id, entry.workflow, entry.version)
}

function notFound(effect: ChildEffect): RunError {
  return {
    code: 'WORKFLOW_NOT_FOUND',
    message: `${effect.step} starts the workflow ${effect.workflow}, which has no published version.`,
    step: effect.step,
  }
}

function inputError({ header }: RunState, effect: ChildEffect, definition: Definition): RunError | null {
  const { input_schema: schema } = definition
  const input = header.fan_out === undefined ? effect.input : judgedInput(definition, effect.input)
  const [first] = schema ? validateJson(schema, input) : []
  if (!first) return null
  const at = first.path ? ` at ${first.path}` : ''
  return {
    code: 'INVALID_INPUT',
    message: `${effect.workflow} could not start: its input does not match${at}. ${first.message} Set it in step ${effect.step}.`,
    step: effect.step,
  }
}

function endedBeforeItBegan(parent: RunState, effect: ChildEffect, error: RunError): Message {
  return {
    to: parent.header.run_id,
    command: {
      type: 'child_ended',
      child_run_id: effect.id,
      status: 'FAILED',
      state: {},
      error,
      verdict: 'safe',
      never_began: { step: effect.step, iteration: effect.iteration },
    },
  }
}
