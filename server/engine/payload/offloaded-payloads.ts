import type { Json } from '#core/json.ts'
import { knownPayload, type Payload } from './known-payloads.ts'

/** The large values that are stored for one run. */
export class OffloadedPayloads {
  readonly #bytes: ReadonlyMap<string, number>
  /** The large values that are texts: unlike objects, they are found by content. */
  readonly #texts: ReadonlyMap<string, Payload>

  static readonly none = new OffloadedPayloads(new Map(), new Map())

  private constructor(bytes: ReadonlyMap<string, number>, texts: ReadonlyMap<string, Payload>) {
    this.#bytes = bytes
    this.#texts = texts
  }

  get isEmpty(): boolean {
    return this.#bytes.size === 0
  }

  /** Bytes of all large values. */
  get bytes(): number {
    let sum = 0
    for (const bytes of this.#bytes.values()) sum += bytes
    return sum
  }

  has({ sha256 }: Payload): boolean {
    return this.#bytes.has(sha256)
  }

  /** The payload of this value, if it is known as a stored one. */
  find(value: string | object): Payload | undefined {
    if (typeof value === 'string') return this.#texts.get(value)
    const payload = knownPayload(value)
    return payload && this.has(payload) ? payload : undefined
  }

  with(added: readonly (readonly [Payload, Json])[]): OffloadedPayloads {
    if (added.length === 0) return this
    const bytes = new Map(this.#bytes)
    const texts = new Map(this.#texts)
    for (const [payload, value] of added) {
      bytes.set(payload.sha256, payload.bytes)
      if (typeof value === 'string') texts.set(value, payload)
    }
    return new OffloadedPayloads(bytes, texts)
  }
}
