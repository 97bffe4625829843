import type { Json } from '#core/json.ts'
import { toTemplate } from '../expression/translate.ts'
import { connectionOf } from './connection-of.ts'
import { callOfFunction } from './unknown-node.ts'
import type { Convert, Work } from './work.ts'

/** A parameter as a template; undefined when the node does not have it, or has null. */
function templateOf(work: Work, key: string): Json | undefined {
  const written = work.given.take(key) ?? undefined
  return written === undefined ? undefined : work.take(toTemplate(written, work.names))
}

const listOf = (work: Work, key: string): readonly string[] =>
  String(templateOf(work, key) ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')

/** A Send Email node as a MAIL step. */
export const sendEmail: Convert = (work) => {
  const { given, say } = work
  given.settle('fromEmail')
  const to = listOf(work, 'toEmail')
  const cc = listOf(work, 'ccEmail')
  const bcc = listOf(work, 'bccEmail')
  const subject = templateOf(work, 'subject') ?? ''
  const html = templateOf(work, 'html')
  const written = templateOf(work, 'text')
  given.settle('emailFormat')
  say('understood', 'One mail. Its sender is the sender of the connection.')
  return {
    type: 'MAIL',
    connection: connectionOf(work, 'mail'),
    to,
    ...(cc.length > 0 && { cc }),
    ...(bcc.length > 0 && { bcc }),
    subject,
    text: written ?? (html === undefined ? '' : 'This mail is HTML.'),
    ...(html !== undefined && { html }),
  }
}

/** A Postgres node that runs a query as an SQL step; the other operations have no text to convert. */
export const postgres: Convert = (work) => {
  const { given, names, say, step } = work
  const operation = String(given.take('operation') ?? 'executeQuery')
  const connection = connectionOf(work, 'database')
  const query = String(given.take('query') ?? '').replace(/^=/, '')
  if (operation !== 'executeQuery') {
    say('kept', `\`operation\`: ${operation} is not converted. Write its statement.`, { isProblem: true })
  }
  const { statement, parameters } = withParameters(query)
  if (parameters.length > 0) say('changed', 'Values in the query became parameters: data cannot change the statement.')
  say('understood', 'One statement; its rows are stored in state.answers.')
  return {
    type: 'SQL',
    connection,
    statement,
    ...(parameters.length > 0 && { parameters: parameters.map((one) => work.take(toTemplate(`=${one}`, names))) }),
    ...(!/^\s*(select|with|values|table|show)\b/i.test(statement) && { access: 'write' }),
    output_key: `answers.${step}`,
  }
}

/** Expressions of a query as parameters, with the quotes around them removed. */
function withParameters(query: string): { readonly statement: string; readonly parameters: readonly string[] } {
  const parameters: string[] = []
  const statement = query.replace(/'?(\{\{[\s\S]*?\}\})'?/g, (_, expression: string) => {
    parameters.push(expression)
    return `$${parameters.length}`
  })
  return { statement, parameters }
}

/**
 * A Slack node that posts a text as a request to the API of Slack; other operations, and messages of blocks, stay calls
 * of a function.
 */
export const slack: Convert = (work) => {
  const { given, names, say } = work
  const resource = given.peek('resource') ?? 'message'
  const operation = given.peek('operation') ?? 'post'
  const isPost = resource === 'message' && operation === 'post' && given.peek('text') !== undefined
  if (!isPost) {
    if (work.node.credentials !== undefined) say('lost', 'Its `credentials` are not imported. Add a connection for it.')
    return callOfFunction(work)
  }
  given.settle('resource', 'operation', 'select', 'messageType')
  const channel = given.peek('channelId') === undefined ? given.take('channel') : given.at('channelId').take('value')
  if (given.peek('channelId') !== undefined)
    given.at('channelId').ignore('mode', 'cachedResultName', 'cachedResultUrl', '__rl')
  const text = templateOf(work, 'text') ?? ''
  say('understood', 'One message, sent by a request to chat.postMessage.')
  return {
    type: 'HTTP',
    connection: connectionOf(work, 'slack'),
    http_config: {
      method: 'POST',
      url: 'https://slack.com/api/chat.postMessage',
      body: { channel: work.take(toTemplate(channel ?? '', names)), text },
    },
    output_key: `answers.${work.step}`,
  }
}
