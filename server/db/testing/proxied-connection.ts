import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connecting, type FaultEffect, type Faults, type Statement } from './faults.ts'
import {
  createSplitter,
  fatalError,
  simpleQuery,
  startupCode,
  startupParameters,
  textAt,
  type WireMessage,
} from './wire.ts'

/** One connection of a client through the proxy. */
export interface ProxiedConnection {
  /** What the client calls itself; empty until it has said so. */
  readonly application: string
  cut(): void
  /** Nothing passes any more in either direction, and neither side hears of it. */
  freeze(): void
  thaw(): void
}

export interface ProxiedConnectionOptions {
  readonly server: { readonly host: string; readonly port: number }
  readonly faults: Faults
  /** Asked when the client has said who it is. */
  isFrozen(application: string): boolean
  onClose(): void
}

/** SQLSTATEs after which the server ends the session. */
const endsSession = /^57P0/

/**
 * Statements are passed on one by one, each from its first message to the Sync
 * or the simple query that ends it, so that clients may send the next one
 * before the answer to the last has come. An answer ends with ReadyForQuery;
 * answers come in the order of the statements.
 */
export function proxyConnection(client: Socket, options: ProxiedConnectionOptions): ProxiedConnection {
  const { faults } = options
  const upstream = connect(options.server)
  const preparedTexts = new Map<string, string>()
  /** Statements that the server has not answered. */
  const unanswered: { readonly effect: FaultEffect | null }[] = []
  /** Whole statements that are still to be passed on. */
  const toPass: { readonly statement: Statement; readonly messages: readonly WireMessage[] }[] = []
  let collected: WireMessage[] = []
  let started = false
  let ready = false
  let held = false
  let frozen = false
  let application = ''

  const cut = () => {
    client.destroy()
    upstream.destroy()
  }
  const toServer = (bytes: Buffer) => void upstream.write(bytes)
  const toClient = (bytes: Buffer) => void client.write(bytes)

  const begin = (message: WireMessage) => {
    const code = message.body.readInt32BE(0)
    if (code === startupCode.ssl || code === startupCode.gss) {
      toClient(Buffer.from('N'))
      return
    }
    started = true
    if (code === startupCode.cancel) {
      ready = true
      toServer(message.bytes)
      return
    }
    application = startupParameters(message.body).get('application_name') ?? ''
    if (options.isFrozen(application)) freeze()
    const effect = faults.judge(connecting)
    if (effect?.kind === 'error') {
      client.end(fatalError(effect.sqlstates[0] ?? '', 'refused by the proxy'))
      upstream.destroy()
    } else if (effect?.kind === 'cut') {
      cut()
    } else {
      toServer(message.bytes)
    }
  }

  const collect = (message: WireMessage) => {
    if (!started) {
      begin(message)
      return
    }
    // Passwords, and the good-bye.
    if (!ready || message.type === 'X') {
      toServer(message.bytes)
      return
    }
    collected.push(message)
    if (message.type !== 'S' && message.type !== 'Q') return
    toPass.push({ statement: statementOf(collected), messages: collected })
    collected = []
    pass()
  }

  const statementOf = (messages: readonly WireMessage[]): Statement => {
    let name = ''
    let text = ''
    for (const { type, body } of messages) {
      if (type === 'Q') text = textAt(body)
      if (type === 'P') {
        name = textAt(body)
        text = textAt(body, 1)
        preparedTexts.set(name, text)
      }
      if (type === 'B') {
        name = textAt(body, 1)
        text = preparedTexts.get(name) ?? text
      }
    }
    return { name, text }
  }

  const pass = () => {
    while (!held) {
      const next = toPass.shift()
      if (!next) return
      const effect = faults.judge(next.statement)
      if (effect?.kind === 'delay' || effect?.kind === 'hold') {
        held = true
        void (effect.kind === 'delay' ? sleep(effect.ms) : effect.until).then(() => {
          held = false
          send(next.messages, null)
          pass()
        })
        return
      }
      send(next.messages, effect)
    }
  }

  const send = (messages: readonly WireMessage[], effect: FaultEffect | null) => {
    if (effect?.kind === 'cut') {
      cut()
      return
    }
    unanswered.push({ effect })
    if (effect?.kind !== 'error') {
      for (const { bytes } of messages) toServer(bytes)
    } else if (endsSession.test(effect.sqlstates[0] ?? '')) {
      held = true
      endIfDue()
    } else {
      // The server itself raises the error, so that an open transaction fails as it would. What is prepared stays prepared.
      for (const { type, bytes } of messages) if (type === 'P') toServer(bytes)
      toServer(simpleQuery(raise(effect.sqlstates[0] ?? '')))
    }
  }

  /** The server ends the session once it has answered what came before. */
  const endIfDue = () => {
    const effect = unanswered[0]?.effect
    if (effect?.kind !== 'error' || !endsSession.test(effect.sqlstates[0] ?? '')) return
    client.end(fatalError(effect.sqlstates[0] ?? '', 'ended by the proxy'))
    upstream.destroy()
  }

  const answer = (message: WireMessage) => {
    if (!ready) {
      toClient(message.bytes)
      ready = message.type === 'Z'
      return
    }
    const isOut = message.type === 'A' || message.type === 'N' || message.type === 'S'
    const lost = !isOut && unanswered[0]?.effect?.kind === 'lose_answer'
    if (!lost) toClient(message.bytes)
    if (message.type !== 'Z') return
    unanswered.shift()
    if (lost) cut()
    else endIfDue()
  }

  const freeze = () => {
    frozen = true
    client.pause()
    upstream.pause()
  }

  const fromClient = createSplitter(collect, () => !started)
  const fromServer = createSplitter(answer)
  client.on('data', fromClient)
  upstream.on('data', fromServer)
  for (const socket of [client, upstream]) {
    socket.setNoDelay(true)
    socket.on('error', cut)
  }
  client.on('end', () => upstream.end())
  upstream.on('end', () => client.end())
  client.on('close', () => {
    upstream.destroy()
    options.onClose()
  })
  upstream.on('close', () => client.end())

  return {
    get application() {
      return application
    },
    cut,
    freeze,
    thaw() {
      if (!frozen) return
      frozen = false
      client.resume()
      upstream.resume()
    },
  }
}

function raise(sqlstate: string): string {
  return `do $$begin raise exception using errcode = '${sqlstate}', message = 'injected by the proxy'; end$$`
}
