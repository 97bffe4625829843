import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { HeddleClient } from '../client/index.ts'

/** The call of a tool: the client of the caller, and the way to the person in front of the model. */
export interface ToolCall {
  readonly heddle: HeddleClient
  /** Asks the person by a form. Null where the program of the model shows no forms. */
  readonly askPerson: AskPerson | null
}

/** A form of MCP: one level of texts, numbers, booleans and choices. */
export interface PersonForm {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly required: readonly string[]
}

/** The answer of the person; null where they declined. */
export type AskPerson = (message: string, form: PersonForm) => Promise<Readonly<Record<string, unknown>> | null>

export interface Tool {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly isReadOnly: boolean
  readonly inputSchema: Readonly<Record<string, unknown>>
  call(input: unknown, call: ToolCall): Promise<CallToolResult>
}

/** A tool whose input is checked by a zod schema before it is called. */
export function tool<Input>(
  about: Pick<Tool, 'name' | 'title' | 'description' | 'isReadOnly'>,
  input: z.ZodType<Input>,
  call: (input: Input, call: ToolCall) => Promise<CallToolResult>,
): Tool {
  const { $schema: _, ...inputSchema } = z.toJSONSchema(input, { io: 'input' })
  return { ...about, inputSchema, call: async (value, by) => call(input.parse(value), by) }
}
