import type {
  Constant,
  Expr,
  Expr_Call,
  Expr_Comprehension,
  SourceInfo,
} from '@bufbuild/cel-spec/cel/expr/syntax_pb.js'
import { limits } from '#core/limits.ts'
import type { TextRange } from '../../text-range.ts'
import { findFunction, functions, macros, otherNames } from '../functions.ts'
import { didYouMean } from '../suggest.ts'
import { NotAllowed } from './not-allowed.ts'
import { type BinaryOperator, binaryOperators, type ComprehensionTree, type Tree } from './tree.ts'
import { tooManyParts, type Word } from './words.ts'

/** Operators by the names that CEL gives to their calls. */
const binaryCalls = new Map<string, BinaryOperator>(
  binaryOperators.map((operator) => [operator === 'in' ? '@in' : `_${operator}_`, operator]),
)

const INT_MIN = -(2n ** 63n)
const INT_MAX = 2n ** 63n - 1n

/**
 * Converts CEL's parsed message to a `Tree`: macros get their shape back, names and argument counts of functions are
 * checked, ranges point into the author's text. Throws `NotAllowed`; the caller turns it into a value.
 */
export class TreeReader {
  readonly #words: readonly Word[]
  readonly #positions: SourceInfo['positions']
  readonly #wholeRange: TextRange
  #nodes = 0
  #comprehensions = 0

  constructor(words: readonly Word[], sourceInfo: SourceInfo | undefined) {
    this.#words = words
    this.#positions = (sourceInfo as SourceInfo).positions
    this.#wholeRange = rangeOver((words[0] as Word).range, (words.at(-1) as Word).range)
  }

  read(expression: Expr | undefined): Tree {
    const { id, exprKind } = expression as Expr
    if (++this.#nodes > limits.expression.nodes) {
      throw new NotAllowed(tooManyParts, this.#wholeRange)
    }
    const at = this.#wordAt(id)
    switch (exprKind.case) {
      case 'constExpr':
        return this.#literal(exprKind.value, at)
      case 'identExpr':
        return { kind: 'name', name: exprKind.value.name, range: this.#range(at) }
      case 'selectExpr':
        if (exprKind.value.testOnly) {
          const operand = this.#select(exprKind.value.operand, exprKind.value.field, this.#partner(at + 1) - 2)
          return { kind: 'has', operand, range: this.#range(at, this.#partner(at + 1)) }
        }
        return this.#select(exprKind.value.operand, exprKind.value.field, at)
      case 'callExpr':
        return this.#call(exprKind.value, at)
      case 'listExpr': {
        const elements = exprKind.value.elements.map((element) => this.read(element))
        return { kind: 'list', elements, range: this.#range(at, this.#partner(at)) }
      }
      case 'structExpr': {
        const entries = exprKind.value.entries.map((entry) => ({
          key: this.read(entry.keyKind.value as Expr),
          value: this.read(entry.value),
        }))
        return { kind: 'map', entries, range: this.#range(at, this.#partner(at)) }
      }
      default:
        return this.#comprehension(exprKind.value as Expr_Comprehension, at)
    }
  }

  #literal(constant: Constant, at: number): Tree {
    const { case: kind, value } = constant.constantKind
    const range = this.#range(at, (this.#words[at] as Word).text === '-' ? at + 1 : at)
    switch (kind) {
      case 'int64Value':
      case 'uint64Value':
        if (value < INT_MIN || value > INT_MAX) {
          throw new NotAllowed('This whole number is too large. Write it as a decimal, such as 1e20.', range)
        }
        return { kind: 'literal', value, range }
      case 'doubleValue':
        if (!Number.isFinite(value)) throw new NotAllowed('This number is too large.', range)
        return { kind: 'literal', value, range }
      case 'boolValue':
      case 'stringValue':
        return { kind: 'literal', value, range }
      case 'nullValue':
        return { kind: 'literal', value: null, range }
      default:
        throw new NotAllowed('JSON has no bytes. Write the text without the `b` before its quote.', range)
    }
  }

  #select(operand: Expr | undefined, field: string, dot: number): Tree & { kind: 'select' } {
    const read = this.read(operand)
    const fieldRange = this.#range(dot + 1)
    return { kind: 'select', operand: read, field, fieldRange, range: rangeOver(read.range, fieldRange) }
  }

  #call(call: Expr_Call, at: number): Tree {
    const [first, second, third] = call.args
    if (call.function === '_?_:_') {
      const condition = this.read(first)
      const whenTrue = this.read(second)
      const whenFalse = this.read(third)
      return { kind: 'conditional', condition, whenTrue, whenFalse, range: rangeOver(condition.range, whenFalse.range) }
    }
    if (call.function === '_[_]') {
      const operand = this.read(first)
      const index = this.read(second)
      return { kind: 'index', operand, index, range: rangeOver(operand.range, this.#range(this.#partner(at))) }
    }
    if (call.function === '!_' || call.function === '-_') {
      const operand = this.read(first)
      return {
        kind: 'unary',
        operator: call.function === '!_' ? '!' : '-',
        operand,
        range: rangeOver(this.#range(at), operand.range),
      }
    }
    if (call.function === '_&&_' || call.function === '_||_') {
      const left = this.read(first)
      const right = this.read(second)
      return {
        kind: 'logic',
        operator: call.function === '_&&_' ? '&&' : '||',
        left,
        right,
        range: rangeOver(left.range, right.range),
      }
    }
    const operator = binaryCalls.get(call.function)
    if (operator) {
      const left = this.read(first)
      const right = this.read(second)
      return { kind: 'binary', operator, left, right, range: rangeOver(left.range, right.range) }
    }
    return this.#named(call, at)
  }

  #named(call: Expr_Call, at: number): Tree {
    const name = call.function
    const nameAt = call.target ? at + 1 : at
    const range = this.#range(nameAt, this.#partner(nameAt + 1))
    const target = call.target && this.read(call.target)
    if (name === 'has' && !target) return this.#has(call, range)
    const nameRange = this.#range(nameAt)
    const spec = findFunction(name, target !== undefined)
    if (!spec) throw new NotAllowed(unknownFunction(name, target !== undefined), nameRange)
    const least = spec.arguments.length - (spec.optional ?? 0)
    if (call.args.length < least || call.args.length > spec.arguments.length) {
      throw new NotAllowed(`\`${name}\` takes ${countOf(least)}, not ${call.args.length}.`, range)
    }
    const read = call.args.map((argument) => this.read(argument))
    if (!target) return { kind: 'call', name, arguments: read, range }
    return { kind: 'call', name, target, arguments: read, range: rangeOver(target.range, range) }
  }

  #has(call: Expr_Call, range: TextRange): Tree {
    const operand = call.args.length === 1 ? this.read(call.args[0]) : undefined
    if (operand?.kind !== 'index' && operand?.kind !== 'name') {
      throw new NotAllowed('`has` takes one field, such as `has(state.amount)`.', range)
    }
    return { kind: 'has', operand, range }
  }

  #comprehension(macro: Expr_Comprehension, at: number): Tree {
    if (++this.#comprehensions > limits.expression.comprehensionDepth) {
      throw new NotAllowed(
        `Loops such as \`exists\` and \`map\` can be nested at most ${limits.expression.comprehensionDepth} deep. Prepare the inner list in an earlier step.`,
        this.#range(at + 1, this.#partner(at + 2)),
      )
    }
    const body = this.#body(macro)
    this.#comprehensions--
    const over = this.read(macro.iterRange)
    const range = rangeOver(over.range, this.#range(this.#partner(at + 2)))
    return { kind: 'comprehension', variable: macro.iterVar, over, range, ...body }
  }

  /** CEL expands a macro into a loop over an accumulator; its shape tells which one it was. */
  #body(macro: Expr_Comprehension): Pick<ComprehensionTree, 'macro' | 'test' | 'transform'> {
    const step = callOf(macro.loopStep)
    switch (step.function) {
      case '_||_':
        return { macro: 'exists', test: this.read(step.args[1]) }
      case '_&&_':
        return { macro: 'all', test: this.read(step.args[1]) }
      case '_+_':
        return { macro: 'collect', transform: this.#collected(step) }
      default: {
        const test = this.read(step.args[0])
        const added = callOf(step.args[1])
        if (added.args[1]?.exprKind.case !== 'listExpr') return { macro: 'exists_one', test }
        return { macro: 'collect', test, transform: this.#collected(added) }
      }
    }
  }

  #collected(added: Expr_Call): Tree {
    const list = (added.args[1] as Expr).exprKind.value as Extract<Expr['exprKind'], { case: 'listExpr' }>['value']
    return this.read(list.elements[0])
  }

  #wordAt(id: bigint): number {
    const offset = this.#positions[id.toString()] as number
    let low = 0
    let high = this.#words.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#words[middle] as Word).end > offset) high = middle
      else low = middle + 1
    }
    return low
  }

  #partner(open: number): number {
    return (this.#words[open] as Word).partner as number
  }

  #range(from: number, to = from): TextRange {
    return rangeOver((this.#words[from] as Word).range, (this.#words[to] as Word).range)
  }
}

function rangeOver(first: TextRange, last: TextRange): TextRange {
  return { start: Math.min(first.start, last.start), end: Math.max(first.end, last.end) }
}

function callOf(expression: Expr | undefined): Expr_Call {
  return (expression as Expr).exprKind.value as Expr_Call
}

function countOf(count: number): string {
  return count === 0 ? 'no argument' : count === 1 ? 'one argument' : `${count} arguments`
}

function unknownFunction(name: string, onTarget: boolean): string {
  const macro = macros.find((one) => one.name === name)
  if (macro) return `\`${name}\` is written \`list.${name}(x, …)\`: a name for the element, then an expression.`
  if (findFunction(name, !onTarget)) {
    return onTarget ? `\`${name}\` is written \`${name}(value)\`.` : `\`${name}\` is written \`value.${name}(…)\`.`
  }
  const other = Object.hasOwn(otherNames, name) ? otherNames[name] : undefined
  if (other) return `There is no function \`${name}\`; it is called \`${other}\` here.`
  return `There is no function \`${name}\`.${didYouMean(
    name,
    [...functions, ...macros].map((one) => one.name),
  )}`
}
