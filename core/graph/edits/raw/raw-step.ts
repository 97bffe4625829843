import { isJsonList, isJsonObject, type Json, type JsonObject } from '#core/json.ts'

/**
 * Steps in the text's form, before aliases and shorthands are resolved: edits work on this form, so that parts which an
 * edit does not concern keep their spelling. All functions share structure: untouched parts stay the same objects.
 */

export function stepsOf(root: JsonObject): readonly Json[] {
  return isJsonList(root.steps) ? root.steps : []
}

export function withSteps(root: JsonObject, steps: readonly Json[]): JsonObject {
  return withKey(root, 'steps', steps)
}

export function nameOf(step: Json | undefined): string | null {
  return isJsonObject(step) && typeof step.name === 'string' ? step.name : null
}

/** The step of that name, bodies of loops and steps of rules included. */
export function findStep(root: JsonObject, name: string): JsonObject | null {
  const search = (steps: readonly Json[]): JsonObject | null => {
    for (const step of steps) {
      if (!isJsonObject(step)) continue
      if (step.name === name) return step
      const inside = search(stepsWithin(step))
      if (inside !== null) return inside
    }
    return null
  }
  return search(stepsOf(root))
}

/** The body of a loop, the whole steps of a PARALLEL step, and the steps of its rules. */
export function stepsWithin({
  loop_body: body,
  tasks,
  task,
  dynamic_injection: injection,
}: JsonObject): readonly Json[] {
  const rules = isJsonObject(injection) && isJsonList(injection.rules) ? injection.rules : []
  const inserted = rules.flatMap((rule) => (isJsonObject(rule) ? (rule.steps_to_insert ?? []) : []))
  const branches = [...(isJsonList(tasks) ? tasks.filter(isWholeStep) : []), ...(isJsonObject(task) ? [task] : [])]
  return [...(isJsonList(body) ? body : []), ...branches, ...inserted]
}

/** Whether a task is a whole step: it has a type. */
export function isWholeStep(task: Json | undefined): task is JsonObject {
  return isJsonObject(task) && Object.hasOwn(task, 'type')
}

/** The step of that name; an empty step instead of null. */
export function stepNamed(root: JsonObject, name: string): JsonObject {
  return findStep(root, name) ?? {}
}

/** The names of all steps, inner ones included: names are unique in the whole workflow. */
export function stepNames(root: JsonObject): ReadonlySet<string> {
  const names = new Set<string>()
  mapSteps(root, (step) => {
    const name = nameOf(step)
    if (name !== null) names.add(name)
    return step
  })
  return names
}

/** Changes every step, inner steps first. */
export function mapSteps(root: JsonObject, change: (step: JsonObject) => JsonObject): JsonObject {
  const each = (steps: Json): Json =>
    isJsonList(steps) ? mapList(steps, (step) => (isJsonObject(step) ? change(inside(step)) : step)) : steps
  const inside = (step: JsonObject): JsonObject =>
    changedAt(branches(changedAt(step, 'loop_body', each)), 'dynamic_injection', (injection) =>
      isJsonObject(injection) ? changedAt(injection, 'rules', inRules) : injection,
    )
  const branches = (step: JsonObject): JsonObject =>
    changedAt(changedAt(step, 'tasks', eachTask), 'task', (task) => (isJsonObject(task) ? change(inside(task)) : task))
  const eachTask = (tasks: Json): Json =>
    isJsonList(tasks) ? mapList(tasks, (task) => (isWholeStep(task) ? change(inside(task)) : task)) : tasks
  const inRules = (rules: Json) =>
    isJsonList(rules)
      ? mapList(rules, (rule) => (isJsonObject(rule) ? changedAt(rule, 'steps_to_insert', each) : rule))
      : rules
  return changedAt(root, 'steps', each)
}

/** The object with the value of one key changed; the same object where the key is absent or its value stays. */
function changedAt(object: JsonObject, key: string, change: (value: Json) => Json): JsonObject {
  const before = object[key]
  if (before === undefined) return object
  const after = change(before)
  return after === before ? object : withKey(object, key, after)
}

/** Changes one step: the first of that name. */
export function mapStep(root: JsonObject, name: string, change: (step: JsonObject) => JsonObject): JsonObject {
  const found = findStep(root, name)
  return mapSteps(root, (step) => (step === found ? change(step) : step))
}

/** `map` that returns the same list when nothing changed. */
export function mapList(list: readonly Json[], change: (item: Json) => Json): readonly Json[] {
  const changed = list.map(change)
  return changed.every((item, index) => item === list[index]) ? list : changed
}

/** The object with one key set, in its place or at the end; `undefined` removes the key. */
export function withKey(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  if (value === undefined) return Object.fromEntries(Object.entries(object).filter(([other]) => other !== key))
  if (!Object.hasOwn(object, key)) return Object.fromEntries([...Object.entries(object), [key, value]])
  return Object.fromEntries(Object.entries(object).map(([other, old]) => [other, other === key ? value : old]))
}

/** A name or a list of names, as `next` and `dependencies` have them. */
export function namesIn(value: Json | undefined): readonly string[] {
  const names = isJsonList(value) ? value : [value]
  return names.flatMap((name) => (name === undefined || typeof name === 'object' ? [] : [String(name)]))
}

/** Names in the form that the step used before: a single name stays a scalar unless a list is required. */
export function writtenNames(names: readonly string[], before: Json | undefined): Json {
  return names.length === 1 && !isJsonList(before) ? (names[0] as string) : names
}
