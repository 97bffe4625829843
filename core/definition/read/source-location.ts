import type { Severity, TextRange } from '../../text-range.ts'
import type { Problem, QuickFix } from '../problem.ts'
import { childOf, headOf, isEmpty, type SourceNode, type SourcePath } from '../text/source-node.ts'

export interface Finding {
  readonly fix?: QuickFix
  /** Locates the problem at the key, not at its value. */
  readonly atKey?: boolean
  /** The affected part of the value, where only a part is affected. */
  readonly range?: TextRange
}

/** A text during parsing, and the problems found so far. */
export interface Reading {
  readonly text: string
  readonly problems: Problem[]
  /** Names of all steps, inner steps included: each must be unique. */
  readonly stepRanges: Map<string, TextRange>
}

/**
 * A position in the definition: its path, its range in the text, and its step. Problems are reported here, so that each
 * is located where it can be repaired: a missing value at its parent.
 */
export class SourceLocation {
  readonly reading: Reading
  readonly path: SourcePath
  readonly node: SourceNode | undefined
  readonly step: string | undefined
  readonly parent: SourceLocation | undefined

  constructor(
    reading: Reading,
    path: SourcePath,
    node: SourceNode | undefined,
    parent?: SourceLocation,
    step?: string,
  ) {
    this.reading = reading
    this.path = path
    this.node = node
    this.parent = parent
    this.step = step
  }

  child(key: string | number): SourceLocation {
    const node = this.node && childOf(this.node, key)
    return new SourceLocation(this.reading, [...this.path, key], node, this, this.step)
  }

  /** The place with its step set. */
  inStep(step: string): SourceLocation {
    return new SourceLocation(this.reading, this.path, this.node, this.parent, step)
  }

  /** The value as written, quotes included. */
  written(): string {
    const { start, end } = this.range()
    return this.reading.text.slice(start, end)
  }

  /** The range for a problem: the value, the head of a larger value, or the parent of a missing one. */
  range(): TextRange {
    const { node } = this
    if (node === undefined) return this.parent?.range() ?? { start: 0, end: 0 }
    return isEmpty(node.range) || node.entries !== undefined || node.items !== undefined ? headOf(node) : node.range
  }

  error(code: string, message: string, finding: Finding = {}): void {
    this.#report(code, 'error', message, finding)
  }

  warning(code: string, message: string, finding: Finding = {}): void {
    this.#report(code, 'warning', message, finding)
  }

  #report(code: string, severity: Severity, message: string, { fix, atKey, range }: Finding): void {
    this.reading.problems.push({
      code,
      message,
      severity,
      path: this.path,
      range: range ?? (atKey === true ? this.node?.keyRange : undefined) ?? this.range(),
      ...(this.step === undefined ? {} : { step: this.step }),
      ...(fix === undefined ? {} : { fix }),
    })
  }
}
