import { CST } from 'yaml'
import { limits } from '#core/limits.ts'

const opens: ReadonlySet<string | null> = new Set(['flow-map-start', 'flow-seq-start'])
const closes: ReadonlySet<string | null> = new Set(['flow-map-end', 'flow-seq-end'])
const blank: ReadonlySet<string | null> = new Set(['byte-order-mark', 'space', 'newline', 'comment', 'doc-mode'])
const refused: ReadonlySet<string | null> = new Set(['anchor', 'alias', 'tag'])

/**
 * Counts, token by token, constructs that a parser reports with a problem each: anchors, aliases, tags, empty entries
 * and stray closing brackets. Thousands of them take seconds and make megabytes of problems. Entries of a text that is
 * in brackets as a whole are counted as well.
 */
export class Crowd {
  #marks = 0
  #entries = 0
  #depth = 0
  /** The first token that is not blank opens a bracket. */
  #isFlow: boolean | undefined
  /** A comma at this point has no entry before it. */
  #isEmpty = false
  #scalarFollows = false

  /** Takes the next token of `yaml`'s lexer; returns the construct whose count exceeds its bound. */
  next(token: string): string | null {
    if (this.#scalarFollows) {
      this.#scalarFollows = false
      return null
    }
    const type = CST.tokenType(token)
    if (blank.has(type)) return null
    this.#isFlow ??= opens.has(type)
    if (type === 'comma') return this.#comma()
    this.#isEmpty = opens.has(type)
    this.#scalarFollows = type === 'scalar'
    if (opens.has(type)) this.#depth += 1
    else if (type === 'flow-error-end') this.#depth = 0
    else if (closes.has(type)) {
      if (this.#depth === 0) return this.#mark()
      this.#depth -= 1
    }
    return refused.has(type) ? this.#mark() : null
  }

  #comma(): string | null {
    const isEmpty = this.#isEmpty
    this.#isEmpty = true
    if (this.#isFlow === true && this.#depth === 1) this.#entries += 1
    const most = limits.definition.topLevelItems
    if (this.#entries > most) return `Brackets can contain up to ${most} entries. Remove what does not belong here.`
    return isEmpty ? this.#mark() : null
  }

  #mark(): string | null {
    this.#marks += 1
    const most = limits.definition.refusedMarks
    if (this.#marks <= most) return null
    return `The text has more than ${most} anchors (&), aliases (*), tags (!), empty entries (,,) and unmatched brackets. Remove them.`
  }
}
