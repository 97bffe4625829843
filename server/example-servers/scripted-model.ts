import { isJsonList, type Json, type JsonObject, objectOf } from '#core/json.ts'

/**
 * The answer of the example model to a request for a chat completion. It calls each offered tool once, in their order,
 * and then says what they returned. Arguments and answers fit their schemas; words and numbers come from the prompt.
 */
export function scriptedAnswer(body: JsonObject): JsonObject {
  const messages = listOf(body.messages).map(objectOf)
  const prompt = textOf(messages.find(({ role }) => role === 'user')?.content)
  const called = messages.flatMap(({ tool_calls }) => listOf(tool_calls).map((call) => functionOf(call).name))
  const tools = listOf(body.tools).map(functionOf)
  const next = tools.find(({ name }) => !called.includes(name ?? null))
  if (next) {
    const input = valueFor(objectOf(next.parameters), prompt, prompt)
    const call = { name: next.name ?? '', arguments: JSON.stringify(input) }
    const tool_calls = [{ id: `call_${called.length + 1}`, type: 'function', function: call }]
    return completion({ role: 'assistant', content: null, tool_calls }, 'tool_calls')
  }
  const said = sentenceOf(messages, called.map(String))
  const schema = schemaIn(messages)
  const content = schema === null ? said : JSON.stringify(valueFor(schema, prompt, said))
  return completion({ role: 'assistant', content }, 'stop')
}

function completion(message: JsonObject, finish_reason: string): JsonObject {
  const usage = { prompt_tokens: 100, completion_tokens: 20 }
  return { object: 'chat.completion', model: 'example', choices: [{ index: 0, message, finish_reason }], usage }
}

/** The answer in words: what the tools returned, one after the other. */
function sentenceOf(messages: readonly JsonObject[], called: readonly string[]): string {
  const results = messages.filter(({ role }) => role === 'tool').map(({ content }) => textOf(content))
  const parts = called.map((name, index) => `${name}: ${results[index] ?? 'no result'}`)
  return ['This is a scripted answer of the example model.', ...parts].join(' ')
}

/** The JSON Schema that an answer has to fit, as the system message of an AI step ends with it. */
function schemaIn(messages: readonly JsonObject[]): JsonObject | null {
  const system = textOf(messages.find(({ role }) => role === 'system')?.content)
  const at = system.indexOf('JSON Schema:\n')
  if (at < 0) return null
  try {
    return objectOf(JSON.parse(system.slice(at + 'JSON Schema:\n'.length)) as Json)
  } catch {
    return null
  }
}

/** A value that fits a simple schema. `words`: the text where the prompt has no code such as A-17. */
function valueFor(schema: JsonObject, prompt: string, words: string): Json {
  const { type, enum: choices, properties, minimum } = schema
  const [choice] = listOf(choices)
  if (choice !== undefined) return choice
  if (type === 'object' || properties !== undefined) {
    return Object.fromEntries(
      Object.entries(objectOf(properties)).map(([name, one]) => [name, valueFor(objectOf(one), prompt, words)]),
    )
  }
  if (type === 'array') return []
  if (type === 'boolean') return true
  if (type === 'number' || type === 'integer') {
    const found = Number(/(?<![\w.-])\d+(\.\d+)?(?![\w-])/.exec(prompt)?.[0])
    return Number.isFinite(found) ? found : typeof minimum === 'number' ? minimum : 1
  }
  return (words === prompt ? /\b[A-Z]+-?\d+\b/.exec(prompt)?.[0] : undefined) ?? words
}

const functionOf = (value: Json): JsonObject => objectOf(objectOf(value).function)
const listOf = (value: Json | undefined): readonly Json[] => (isJsonList(value ?? null) ? (value as Json[]) : [])
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
