import { cleanText, shortened } from '#core/clean-text.ts'
import type { HumanStep, Step } from '#core/definition/definition.ts'
import type { Scope } from '#core/expression/evaluate/evaluate.ts'
import { isJsonList, type Json } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import type { HumanTaskSpec, TaskField } from '../../words.ts'
import type { Decision } from '../decision.ts'
import { type Evaluated, render, scopeOf } from '../text/expressions.ts'
import { textIn } from '../text/render-text.ts'
import { renderPeople, renderPerson } from './render-people.ts'

export type RenderedTask = Omit<HumanTaskSpec, 'task_id'>

/** The task of a HUMAN step: its texts, people and times, rendered from the current data. */
export function renderTask(decision: Decision, step: HumanStep): Evaluated<RenderedTask> {
  const scope = scopeOf(decision, step.name)
  const texts = textsOf(decision, step, scope)
  if (!texts.ok) return texts
  const people = renderPeople(decision, step, scope)
  if (!people.ok) return people
  const { form, queue, priority, inbox_fields: fields, approvals_required: required = 1 } = step
  const asked = {
    ...texts.value,
    ...(form !== undefined && { form }),
    ...people.value,
    ...(queue !== undefined && { queue: cleanText(queue) }),
    ...(priority !== undefined && { priority }),
    ...(fields !== undefined && { fields: fieldsOf(decision, fields, scope) }),
    ...(required > 1 && { approvals_required: required }),
  }
  const timed = timesOf(decision, step, scope)
  return timed.ok ? { ok: true, value: { ...asked, ...timed.value } } : timed
}

/** The default title of a step's task: the step's own title, or its readable id. A HUMAN step has a template. */
export function titleOf({ name, type, title }: Pick<Step, 'name' | 'type' | 'title'>): string {
  return type === 'HUMAN' || title === undefined ? name.replaceAll('_', ' ') : title
}

type Texts = Pick<RenderedTask, 'title' | 'instructions'>

function textsOf(decision: Decision, step: HumanStep, scope: Scope): Evaluated<Texts> {
  const title = titleFor(decision, step, scope)
  if (!title.ok) return title
  if (step.instructions === undefined) return title
  const instructions = render(decision, step.instructions, scope)
  if (!instructions.ok) return instructions
  const text = cleanText(written(instructions.value).slice(0, limits.inbox.instructionsCharacters))
  return { ok: true, value: { ...title.value, instructions: text } }
}

/** A title that is a single value must be a text, a number or a boolean; within a sentence any value is written out. */
function titleFor(decision: Decision, step: HumanStep, scope: Scope): Evaluated<Pick<Texts, 'title'>> {
  if (step.title === undefined) return { ok: true, value: { title: cleanText(titleOf(step)) } }
  const rendered = render(decision, step.title, scope)
  if (!rendered.ok) return rendered
  const title = textIn(rendered.value, { step: step.name, field: 'title' })
  return title.ok ? { ok: true, value: { title: cleanText(title.value) } } : title
}

/** A field whose template fails is null; the task opens all the same. */
function fieldsOf(decision: Decision, fields: NonNullable<HumanStep['inbox_fields']>, scope: Scope): TaskField[] {
  return Object.entries(fields).map(([label, template]) => {
    const rendered = render(decision, template, scope)
    return { label: cleanText(label), value: rendered.ok ? short(rendered.value) : null }
  })
}

function short(value: Json): Json {
  if (typeof value === 'number' || typeof value === 'boolean' || value === null) return value
  const text = isJsonList(value) ? value.map(written).join(', ') : written(value)
  return shortened(text, limits.inbox.fieldCharacters)
}

type Times = Pick<RenderedTask, 'due_at' | 'reminders' | 'escalation'>

/** Reminders that would already be due when the task opens are dropped. */
function timesOf(decision: Decision, step: HumanStep, scope: Scope): Evaluated<Times> {
  const { now } = decision
  const { due_in_seconds: dueIn, escalate_after_seconds: after, escalate_to: whom } = step
  const inMs = (seconds: number) => Math.round(seconds * 1_000)
  const due_at = dueIn === undefined ? undefined : now + inMs(dueIn)
  const reminders = (due_at === undefined ? [] : (step.reminders ?? []))
    .map((seconds) => (due_at as number) - inMs(seconds))
    .filter((at) => at > now)
    .toSorted((a, b) => a - b)
  const times = { ...(due_at !== undefined && { due_at }), ...(reminders.length > 0 && { reminders }) }
  const at = after === undefined ? due_at : now + inMs(after)
  if (whom === undefined || at === undefined) return { ok: true, value: times }
  const to = renderPerson(decision, step, whom, scope)
  return to.ok ? { ok: true, value: { ...times, escalation: { at, to: to.value } } } : to
}

function written(value: Json): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}
