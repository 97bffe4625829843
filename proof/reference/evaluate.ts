import type { DecisionStep } from '#core/definition/definition.ts'
import { type Evaluation, evaluate, evaluateCondition, type Scope } from '#core/expression/evaluate/evaluate.ts'
import type { Expression } from '#core/expression/parse/parse-expression.ts'
import { renderTemplate } from '#core/expression/template/template.ts'
import type { Json, JsonObject } from '#core/json.ts'
import { type Book, stateOf } from './book.ts'

/** A step that cannot go on, and why: thrown by what reads its definition, caught where the step fails. */
export class Broken extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export function unlessBroken<Type>(act: () => Type): Type | Broken {
  try {
    return act()
  } catch (error) {
    if (error instanceof Broken) return error
    throw error
  }
}

export function valueIn(book: Book, source: string, state = stateOf(book)): Json {
  return read(book, source, (expression) => evaluate(expression, scope(book, state)))
}

export function holds(book: Book, source: string | undefined, state = stateOf(book)): boolean {
  return source === undefined || read(book, source, (each) => evaluateCondition(each, scope(book, state)))
}

export function rendered(book: Book, value: Json): Json {
  return known(renderTemplate(value, scope(book, stateOf(book)), book.work.executable.expression))
}

/** The first route that holds in this state. */
export function chosenRoute(book: Book, step: DecisionStep, state: JsonObject): number {
  const index = step.routes.findIndex((route) => holds(book, route.condition, state))
  if (index < 0) throw new Broken('NO_ROUTE')
  return index
}

function read<Type extends Json>(book: Book, source: string, how: (expression: Expression) => Evaluation<Type>): Type {
  const parsed = book.work.executable.expression(source)
  if (!parsed.ok) throw new Broken('EXPRESSION_INVALID')
  return known(how(parsed.expression))
}

function known<Type extends Json>(answer: Evaluation<Type>): Type {
  if (!answer.ok) throw new Broken(answer.code)
  return answer.value
}

function scope({ input, outputs }: Book, state: JsonObject): Scope {
  return { input, state, steps: outputs, run: {} }
}
