import { randomUUID } from 'node:crypto'
import { uuidv7 } from 'uuidv7'
import { describe, expect, it } from 'vitest'
import { tuning } from '#server/engine/tuning.ts'
import { noRows, someAppend } from '../appends.ts'
import { pause, type StoreBench } from './store-bench.ts'

/** Messages to a run: the store keeps each until it is answered, whichever engine holds the run. */
export function describeMail({ at, claimAll, startOwned, append }: StoreBench): void {
  describe('when messages are sent', () => {
    it('makes a run ready that nobody holds', async () => {
      const runId = await startOwned()
      await append([someAppend(runId, 4, { releaseAt: 0 })])
      const operationId = randomUUID()
      expect(await at.under.send({ runId, operationId, command: pause })).toBe('sent')
      const [loaded] = await claimAll()
      expect(loaded).toMatchObject({ runId, mailSeq: 1, mail: [{ runId, operationId, command: pause }] })
    })

    it('shows the mail of a held run to its owner, and its number with the next append', async () => {
      const runId = await startOwned()
      await at.under.send({ runId, operationId: randomUUID(), command: pause })
      expect(await append([someAppend(runId, 4)])).toMatchObject([{ mailSeq: 1 }])
      for (const asked of [[runId], null]) {
        const drained = await at.store.drain(at.engine, asked)
        expect(drained.mailSeqs.get(runId)).toBe(1)
        expect(drained.mail.filter((mail) => mail.runId === runId)).toHaveLength(1)
      }
    })

    it('reads as many bytes at once as are allowed, and says that there is more', async () => {
      const runId = await startOwned()
      const { mailBytesAtOnce } = tuning
      const third = { ...pause, reason: 'é'.repeat(mailBytesAtOnce / 6) }
      const whole = { ...pause, reason: 'x'.repeat(mailBytesAtOnce) }
      const ids = [third, third, whole, pause].map((command) => ({ operationId: randomUUID(), command }))
      await append([someAppend(runId, 4, { releaseAt: 0 })])
      for (const message of ids) await at.under.send({ runId, ...message })
      const [loaded] = await claimAll()
      expect([loaded?.mail.length, loaded?.mailSeq]).toEqual([3, -1])
      const read = async () => {
        const { mail, mailSeqs } = await at.store.drain(at.engine, [runId])
        return [
          mail.map(({ operationId }) => ids.findIndex((sent) => sent.operationId === operationId)),
          mailSeqs.get(runId),
        ]
      }
      expect(await read()).toEqual([[0, 1, 2], -1])
      const { mail } = await at.store.drain(at.engine, [runId])
      const answer = (index: number) =>
        ({ mailId: mail[index]?.id ?? 0, reply: { ok: true, status: 'ACTIVE' } }) as const
      expect(await at.store.reply(at.engine, runId, [answer(0), answer(1)])).toBe(true)
      expect(await read()).toEqual([[2], -1])
      expect(await at.store.reply(at.engine, runId, [answer(2)])).toBe(true)
      expect(await read()).toEqual([[3], 4])
    })

    it('puts an operation in once and says when there is no such run', async () => {
      const runId = await startOwned()
      const message = { runId, operationId: randomUUID(), command: pause }
      expect(await at.under.send(message)).toBe('sent')
      expect(await at.under.send(message)).toBe('known')
      expect(await at.under.send({ ...message, operationId: randomUUID(), runId: uuidv7() })).toBe('no_such_run')
    })

    it('keeps the identity of the request with the command, as it was sent first', async () => {
      const runId = await startOwned()
      const sent = { runId, operationId: randomUUID(), command: pause, identity: '{"verb":"1"}' }
      expect(await at.under.findCommand(sent.operationId)).toBeNull()
      await at.under.send(sent)
      await at.under.send({ ...sent, identity: '{"verb":"2"}' })
      expect(await at.under.findCommand(sent.operationId)).toEqual({ runId, command: pause, identity: '{"verb":"1"}' })
      const bare = { runId, operationId: randomUUID(), command: pause }
      await at.under.send(bare)
      expect(await at.under.findCommand(bare.operationId)).toEqual({ runId, command: pause, identity: null })
    })

    it('stores replies with the append that answers, and removes what needs none', async () => {
      const [runId, other] = [await startOwned(), await startOwned()]
      const operationId = randomUUID()
      await at.under.send({ runId, operationId, command: pause })
      await append([someAppend(other, 4, { rows: { ...noRows, messages: [{ to: runId, command: pause }] } })])
      const { mail } = await at.store.drain(at.engine, [runId])
      expect(mail.map((each) => each.operationId)).toEqual([operationId, null])
      expect(await at.under.findReply(operationId)).toBeNull()
      const reply = { ok: true, status: 'ACTIVE' } as const
      const handled = mail.map(({ id, operationId: asked }) => ({ mailId: id, reply: asked ? reply : null }))
      await append([someAppend(runId, 4, { rows: { ...noRows, handled } })])
      expect(await at.under.findReply(operationId)).toEqual(reply)
      expect((await at.store.drain(at.engine, [runId])).mail).toEqual([])
    })

    it('answers without an append only for the owner', async () => {
      const runId = await startOwned()
      const operationId = randomUUID()
      await at.under.send({ runId, operationId, command: pause })
      const { mail } = await at.store.drain(at.engine, [runId])
      const reply = { refusal: { code: 'NO_SUCH_WAIT', message: 'no' } } as const
      const handled = mail.map(({ id }) => ({ mailId: id, reply }))
      expect(await at.store.reply({ ...at.engine, epoch: at.engine.epoch - 1 }, runId, handled)).toBe(false)
      expect(await at.under.findReply(operationId)).toBeNull()
      expect(await at.store.reply(at.engine, runId, handled)).toBe(true)
      expect(await at.under.findReply(operationId)).toEqual(reply)
    })

    it('adds up a message to a run that is written in the same batch', async () => {
      const [a, b] = [await startOwned(), await startOwned()]
      const rows = { ...noRows, messages: [{ to: b, command: pause }] }
      const answers = await append([someAppend(a, 4, { rows }), someAppend(b, 4, { releaseAt: 0 })])
      expect(answers).toEqual([
        { kind: 'committed', owned: true, mailSeq: 0 },
        { kind: 'committed', owned: true, mailSeq: 1 },
      ])
    })
  })
}
