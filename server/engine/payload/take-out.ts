import type { Json } from '#core/json.ts'
import type { RunEvent } from '#core/run/event.ts'
import { valuePlaces } from '#core/run/payload/offloadable-paths.ts'
import type { JsonPath, PayloadRef, WithRefs } from '#core/run/payload/payload-ref.ts'
import type { Kept } from './kept.ts'
import { type NewPayload, type Payload, payloadOf } from './known-payloads.ts'
import { replaceKept, replaceLarge, type Substitute } from './large-parts.ts'

/** Wanted payloads are needed by the history of one run and not stored for the run yet. */
export class Wanted {
  readonly #wanted = new Map<string, NewPayload>()
  #kept: Kept

  constructor(kept: Kept) {
    this.#kept = kept
  }

  /** The payload of a large value; its text is made only where it has to be stored. */
  refer(value: Json): Payload {
    const known = this.#kept.find(value as string | object)
    if (known) return known
    const payload = payloadOf(value)
    if (!this.#kept.has(payload)) this.#wanted.set(payload.sha256, payload)
    this.#kept = this.#kept.with([[payload, value]])
    return payload
  }

  get payloads(): readonly NewPayload[] {
    return [...this.#wanted.values()]
  }

  /** The payloads of the run after the wanted ones are stored. */
  get kept(): Kept {
    return this.#kept
  }
}

/** An event as it is written: references replace its large values. */
export function takeOut<Event extends Pick<RunEvent, 'type'>>(
  event: Event,
  inlineCharacters: number,
  wanted: Wanted,
): Event & WithRefs {
  return referring((substitute) => replaceLarge(event, valuePlaces[event.type], inlineCharacters, substitute), wanted)
}

/**
 * A state with references only to payloads of events: otherwise every snapshot would leave payloads of its own behind.
 */
export function takeOutKept<Whole extends object>(
  whole: Whole,
  inlineCharacters: number,
  kept: Kept,
): Whole & WithRefs {
  return referring((substitute) => replaceKept(whole, inlineCharacters, kept, substitute), new Wanted(kept))
}

function referring<Whole extends object>(
  replaced: (substitute: Substitute) => Whole,
  wanted: Wanted,
): Whole & WithRefs {
  const refs: JsonPath[] = []
  const short = replaced((value, path) => {
    const { sha256, bytes } = wanted.refer(value)
    refs.push(path)
    return { payload_ref: { sha256, bytes } } satisfies PayloadRef
  })
  return refs.length === 0 ? short : { ...short, refs }
}
