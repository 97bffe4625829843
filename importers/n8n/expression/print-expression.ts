import type {
  BinaryTree,
  IndexTree,
  LiteralTree,
  LogicTree,
  NameTree,
  SelectTree,
  Tree,
} from '#core/expression/parse/tree.ts'
import { childrenOf, isLoose, type ReadExpression } from './expression-tree.ts'

/** Precedence of a printed expression, from a choice to a single value. */
const level = { choice: 0, or: 1, and: 2, relation: 3, sum: 4, product: 5, unary: 6, value: 7 } as const
type Level = (typeof level)[keyof typeof level]

interface Printed {
  readonly text: string
  readonly level: Level
}

/** Values that JavaScript takes for false, besides a missing field. */
const falsy = '[null, false, 0, ""]'

/** The printer of JavaScript trees as CEL, in which a missing field is an error and nothing is converted. */
export class ExpressionPrinter {
  readonly #looseAt: ReadExpression['looseAt']

  constructor({ looseAt }: Pick<ReadExpression, 'looseAt'>) {
    this.#looseAt = looseAt
  }

  value(tree: Tree): string {
    return this.#print(tree).text
  }

  /** The expression as a part of a comparison or a call. */
  operand(tree: Tree): string {
    return wrap(this.#print(tree), level.sum)
  }

  /** The truth of the value by the rules of JavaScript. */
  truth(tree: Tree): string {
    return this.#truth(tree).text
  }

  #print(tree: Tree): Printed {
    switch (tree.kind) {
      case 'literal':
        return { text: literalOf(tree.value), level: 7 }
      case 'unary':
        if (tree.operator === '!') return { text: `!${wrap(this.#truth(tree.operand), level.unary)}`, level: 6 }
        return { text: `-${wrap(this.#print(tree.operand), level.value)}`, level: 6 }
      case 'binary':
        return isComparison(tree) ? this.#comparison(tree) : this.#arithmetic(tree)
      case 'logic':
        return isBoolean(tree) ? this.#truth(tree) : this.#chosen(tree)
      case 'conditional': {
        const [when, then, other] = [
          this.#truth(tree.condition),
          this.#print(tree.whenTrue),
          this.#print(tree.whenFalse),
        ]
        return { text: `${wrap(when, level.or)} ? ${wrap(then, level.or)} : ${wrap(other, level.or)}`, level: 0 }
      }
      case 'list':
        return { text: `[${tree.elements.map((element) => this.value(element)).join(', ')}]`, level: 7 }
      case 'map':
        return {
          text: `{${tree.entries.map(({ key, value }) => `${this.value(key)}: ${this.value(value)}`).join(', ')}}`,
          level: 7,
        }
      case 'select':
        return { text: `${wrap(this.#print(tree.operand), level.value)}.${tree.field}`, level: 7 }
      case 'index':
        return { text: `${wrap(this.#print(tree.operand), level.value)}[${this.value(tree.index)}]`, level: 7 }
      default:
        // The sources have names, and neither calls nor macros.
        return { text: (tree as NameTree).name, level: 7 }
    }
  }

  #truth(tree: Tree): Printed {
    if (tree.kind === 'logic') {
      const [own, sign] = tree.operator === '||' ? [level.or, '||'] : [level.and, '&&']
      const [left, right] = [wrap(this.#truth(tree.left), own), wrap(this.#truth(tree.right), own)]
      return { text: `${left} ${sign} ${right}`, level: own }
    }
    if (tree.kind === 'literal') return { text: String(Boolean(tree.value)), level: 7 }
    if (isBoolean(tree)) return this.#print(tree)
    const guards = guardsOf(tree)
    return all([...guards, `!(${this.value(tree)} in ${falsy})`])
  }

  /** Logic of JavaScript: `a || b` and `a && b` give one of their sides. */
  #chosen({ operator, left, right }: LogicTree): Printed {
    const when = wrap(this.#truth(left), level.or)
    const [first, second] = [this.orNull(left), this.orNull(right)]
    const [then, other] = operator === '||' ? [this.value(left), second] : [second, first]
    return { text: `${when} ? ${asPart(then)} : ${asPart(other)}`, level: 0 }
  }

  /** The expression with null for a missing field. */
  orNull(tree: Tree): string {
    const guards = guardsOf(tree)
    return guards.length === 0 ? this.value(tree) : `${guards.join(' && ')} ? ${this.value(tree)} : null`
  }

  /** Arithmetic of JavaScript: `+` joins if one side is a text; a quotient of whole numbers may have a fraction. */
  #arithmetic(tree: BinaryTree): Printed {
    const { operator, left, right } = tree
    const own = operator === '+' || operator === '-' ? level.sum : level.product
    if (operator === '+' && isText(tree)) {
      const [first, second] = [left, right].map((side) =>
        isText(side) ? wrap(this.#print(side), own) : `string(${this.value(side)})`,
      )
      return { text: `${first} + ${second}`, level: own }
    }
    const isWhole = operator === '/' && [left, right].every(isWholeNumber)
    const first = isWhole ? `double(${this.value(left)})` : wrap(this.#print(left), own)
    return { text: `${first} ${operator} ${wrap(this.#print(right), (own + 1) as Level)}`, level: own }
  }

  #comparison(tree: BinaryTree): Printed {
    const { operator, left, right } = tree
    if (operator !== '==' && operator !== '!=') return this.#order(tree)
    const negated = operator === '!='
    const [path, other] = isNull(left) ? [right, left] : [left, right]
    const guards = [...new Set([...guardsOf(left), ...guardsOf(right)])]
    if (isNull(other)) return same(guards, `${this.operand(path)} ${operator} null`, negated)
    const [value, literal] = isLiteral(left) ? [right, left] : [left, right]
    const alike = isLoose(tree, { looseAt: this.#looseAt }) ? alikeOf(literal) : null
    if (alike !== null && !isLiteral(value)) {
      const test = `${this.operand(value)} in ${alike}`
      return same(guards, negated ? `!(${test})` : test, negated, true)
    }
    if (guardsOf(left).length > 0 && guardsOf(right).length > 0) {
      return { text: `(${this.orNull(left)}) ${operator} (${this.orNull(right)})`, level: level.relation }
    }
    return same(guards, `${this.operand(left)} ${operator} ${this.operand(right)}`, negated, true)
  }

  /** Order of JavaScript: a missing field has no order, and null counts as 0. */
  #order({ operator, left, right }: BinaryTree): Printed {
    const guards = [...new Set([...guardsOf(left), ...guardsOf(right)])]
    if (guards.length === 0) return { text: `${this.operand(left)} ${operator} ${this.operand(right)}`, level: 3 }
    const side = (tree: Tree) =>
      isPath(tree) ? `(${this.value(tree)} == null ? 0 : ${this.value(tree)})` : this.operand(tree)
    const [path, literal] = [left, right]
    if (isPath(path) && literal.kind === 'literal') {
      const plain = `${this.value(path)} ${operator} ${this.value(literal)}`
      const isZero =
        typeof literal.value !== 'string' && orders[operator as keyof typeof orders](0, Number(literal.value))
      if (!isZero) return all([...guards, `${this.value(path)} != null`, plain])
      return all([...guards, `(${this.value(path)} == null || ${plain})`])
    }
    return all([...guards, `${side(left)} ${operator} ${side(right)}`])
  }
}

const orders = {
  '<': (a: number, b: number) => a < b,
  '<=': (a: number, b: number) => a <= b,
  '>': (a: number, b: number) => a > b,
  '>=': (a: number, b: number) => a >= b,
} as const

function wrap({ text, level: own }: Printed, needed: Level): string {
  return own < needed ? `(${text})` : text
}

function all(conditions: readonly string[]): Printed {
  return { text: conditions.join(' && '), level: conditions.length === 1 ? level.relation : level.and }
}

/**
 * Equality of JavaScript: equal only if all fields exist, unequal also if one is missing; a field that equals null
 * may be missing.
 */
function same(guards: readonly string[], test: string, negated: boolean, isValue = false): Printed {
  if (guards.length === 0) return { text: test, level: level.relation }
  if (negated !== isValue) return all([...guards, test])
  return { text: [...guards.map((guard) => `!${guard}`), test].join(' || '), level: level.or }
}

/** Values that equal a literal with `==`, which converts; null if only the literal itself does. */
function alikeOf(tree: Tree): string | null {
  if (tree.kind !== 'literal') return null
  const { value } = tree
  if (value === true) return '[true, 1, "1"]'
  if (value === false) return '[false, 0, "0", ""]'
  if (typeof value === 'string') {
    const number = Number(value)
    return value.trim() !== '' && String(number) === value ? `[${JSON.stringify(value)}, ${value}]` : null
  }
  return `[${value}, "${value}"]`
}

/** A part of a choice: in parentheses, unless it is one value. */
const asPart = (text: string): string => (/^(?:[\w.]+|"[^"\\]*")$/.test(text) ? text : `(${text})`)

/** A number as a double: CEL divides two whole numbers without a fraction. */
function literalOf(value: LiteralTree['value']): string {
  if (typeof value === 'string') return JSON.stringify(value)
  return typeof value === 'number' && Number.isInteger(value) ? `${value}.0` : String(value)
}

const isLiteral = (tree: Tree): boolean => tree.kind === 'literal'
const isNull = (tree: Tree): boolean => tree.kind === 'literal' && tree.value === null
const isComparison = ({ operator }: BinaryTree): boolean => /^(?:[<>]=?|[=!]=)$/.test(operator)

/** Whether an expression is a boolean for any data. */
export function isBoolean(tree: Tree): boolean {
  switch (tree.kind) {
    case 'literal':
      return typeof tree.value === 'boolean'
    case 'unary':
      return tree.operator === '!'
    case 'binary':
      return isComparison(tree)
    case 'logic':
      return isBoolean(tree.left) && isBoolean(tree.right)
    case 'conditional':
      return isBoolean(tree.whenTrue) && isBoolean(tree.whenFalse)
    default:
      return false
  }
}

/** Whether an expression is a text for any data. */
export function isText(tree: Tree): boolean {
  if (tree.kind === 'literal') return typeof tree.value === 'string'
  if (tree.kind === 'binary') return tree.operator === '+' && (isText(tree.left) || isText(tree.right))
  if (tree.kind === 'select') return isRun(tree)
  return tree.kind === 'conditional' && isText(tree.whenTrue) && isText(tree.whenFalse)
}

const isRun = (tree: Tree): boolean =>
  tree.kind === 'select' && tree.operand.kind === 'name' && tree.operand.name === 'run'

function isWholeNumber(tree: Tree): boolean {
  if (tree.kind === 'literal') return typeof tree.value === 'bigint'
  if (tree.kind === 'unary') return isWholeNumber(tree.operand)
  return tree.kind === 'binary' && tree.operator !== '/' && isWholeNumber(tree.left) && isWholeNumber(tree.right)
}

/** A field of the data, such as `input.a["b c"][0]`. */
export function isPath(tree: Tree): boolean {
  if (tree.kind === 'name') return true
  if (tree.kind === 'select') return isPath(tree.operand)
  return tree.kind === 'index' && tree.index.kind === 'literal' && isPath(tree.operand)
}

const pathOf = (tree: Tree): string => new ExpressionPrinter({ looseAt: [] }).value(tree)

/** Conditions under which all fields that an expression reads exist, such as `has(input.a)`. */
export function guardsOf(tree: Tree): readonly string[] {
  // A choice has guards of its own.
  if (tree.kind === 'logic' || tree.kind === 'conditional' || (tree.kind === 'unary' && tree.operator === '!'))
    return []
  if (tree.kind === 'binary' && isComparison(tree)) return []
  const isField = (tree.kind === 'select' || tree.kind === 'index') && isPath(tree) && !isRoot(tree)
  const own = isField ? [`has(${pathOf(tree)})`] : []
  return [...new Set([...childrenOf(tree).flatMap(guardsOf), ...own])]
}

/** Values that always exist: `steps.A`, `steps.A.output`, `run.id`. */
function isRoot(tree: SelectTree | IndexTree): boolean {
  const { operand } = tree
  if (operand.kind === 'name') return operand.name === 'steps' || operand.name === 'run'
  const isOutput = tree.kind === 'select' && tree.field === 'output'
  return (
    isOutput &&
    (operand.kind === 'select' || operand.kind === 'index') &&
    operand.operand.kind === 'name' &&
    operand.operand.name === 'steps'
  )
}
