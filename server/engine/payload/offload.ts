import type { Json } from '#core/json.ts'
import type { RunEvent } from '#core/run/event.ts'
import { offloadablePaths } from '#core/run/payload/offloadable-paths.ts'
import type { JsonPath, PayloadRef, WithRefs } from '#core/run/payload/payload-ref.ts'
import { type Payload, payloadOf, type ValuePayload } from './known-payloads.ts'
import { replaceLarge, replaceOffloaded, type Substitute } from './large-parts.ts'
import type { OffloadedPayloads } from './offloaded-payloads.ts'

/** Payloads that are needed by the history of one run and are not stored for it yet. */
export class PendingPayloads {
  readonly #wanted = new Map<string, ValuePayload>()
  #offloaded: OffloadedPayloads

  constructor(offloaded: OffloadedPayloads) {
    this.#offloaded = offloaded
  }

  /** The payload of a large value; its text is made only where it has to be stored. */
  refer(value: Json): Payload {
    const known = this.#offloaded.find(value as string | object)
    if (known) return known
    const payload = payloadOf(value)
    if (!this.#offloaded.has(payload)) this.#wanted.set(payload.sha256, payload)
    this.#offloaded = this.#offloaded.with([[payload, value]])
    return payload
  }

  get payloads(): readonly ValuePayload[] {
    return [...this.#wanted.values()]
  }

  /** The payloads of the run after the wanted ones are stored. */
  get offloaded(): OffloadedPayloads {
    return this.#offloaded
  }
}

/** An event as it is written: references replace its large values. */
export function offload<Event extends Pick<RunEvent, 'type'>>(
  event: Event,
  inlineCharacters: number,
  wanted: PendingPayloads,
): Event & WithRefs {
  return referring(
    (substitute) => replaceLarge(event, offloadablePaths[event.type], inlineCharacters, substitute),
    wanted,
  )
}

/**
 * A state with references only to payloads of events: otherwise every snapshot would leave payloads of its own behind.
 */
export function offloadState<Whole extends object>(
  whole: Whole,
  inlineCharacters: number,
  offloaded: OffloadedPayloads,
): Whole & WithRefs {
  return referring(
    (substitute) => replaceOffloaded(whole, inlineCharacters, offloaded, substitute),
    new PendingPayloads(offloaded),
  )
}

function referring<Whole extends object>(
  replaced: (substitute: Substitute) => Whole,
  wanted: PendingPayloads,
): Whole & WithRefs {
  const refs: JsonPath[] = []
  const short = replaced((value, path) => {
    const { sha256, bytes } = wanted.refer(value)
    refs.push(path)
    return { payload_ref: { sha256, bytes } } satisfies PayloadRef
  })
  return refs.length === 0 ? short : { ...short, refs }
}
