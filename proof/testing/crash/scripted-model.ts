import type { ReceivedEffect } from './effects.ts'

interface ModelRequest {
  readonly messages?: readonly { readonly role: string; readonly content: string }[]
}

/**
 * A model that calls the tool `look`, then `act`, and then answers. The prompt is the id of the run. A call with fewer
 * results of tools than an earlier one repeats a call that was recorded.
 */
export function scriptedModel(receive: (effect: ReceivedEffect) => Promise<void>) {
  const furthest = new Map<string, number>()
  const repeated: string[] = []
  return {
    repeated,
    async answer(asked: object) {
      const { messages = [] } = asked as ModelRequest
      const runId = messages.find(({ role }) => role === 'user')?.content ?? ''
      const turn = messages.filter(({ role }) => role === 'tool').length
      const before = furthest.get(runId) ?? 0
      if (turn < before) repeated.push(`turn ${turn} of ${runId}, after turn ${before}`)
      furthest.set(runId, Math.max(before, turn))
      const iteration = turn + 1
      const step = 'Clerk[model]'
      await receive({ runId, step, iteration, attempt: 0, undo: false, key: `${runId}/${step}/${iteration}/do` })
      const name = ['look', 'act'][turn]
      const message =
        name === undefined
          ? { role: 'assistant', content: 'Done.' }
          : { role: 'assistant', content: null, tool_calls: [{ id: name, function: { name, arguments: '{}' } }] }
      return { choices: [{ message, finish_reason: 'stop' }], usage: { prompt_tokens: 1, completion_tokens: 1 } }
    },
  }
}
