'use client'

import { locksPath } from '#components/shell/paths.ts'
import { Chip } from '#components/ui/controls/chip.tsx'
import { PageLink } from '#components/ui/controls/page-link.tsx'
import { HeadCell } from '#components/ui/layout/table-parts.tsx'
import type { Tone } from '#components/ui/layout/tone.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { RunState } from '#core/run/state.ts'
import { envelopeTexts } from '../../texts/envelope.ts'
import { heldResources, type LockWord } from './held-resources.ts'

const tones: Record<LockWord, Tone> = {
  held: 'active',
  waiting: 'async',
  quarantined: 'failed',
  givenBack: 'done',
  lost: 'failed',
  none: 'idle',
}

interface ResourceTableProps {
  readonly executable: ExecutableDefinition | null
  readonly state: RunState
}

/** The resources that the run has discovered, each with its lock and fencing token. */
export function ResourceTable({ executable, state }: ResourceTableProps) {
  const resources = heldResources(executable, state)
  if (state.envelope?.resources === undefined) return null
  if (resources.length === 0) return <p className="text-muted">{envelopeTexts.noResources}</p>
  return (
    <section className="grid w-full gap-1.5">
      <h3 className="text-title">{envelopeTexts.resources}</h3>
      <table className="w-full max-w-4xl border-separate border-spacing-0">
        <thead>
          <tr>
            <HeadCell className="bg-surface pl-0">{envelopeTexts.resource}</HeadCell>
            <HeadCell className="bg-surface">{envelopeTexts.lock}</HeadCell>
            <HeadCell className="bg-surface">{envelopeTexts.mode}</HeadCell>
            <HeadCell className="bg-surface">{envelopeTexts.token}</HeadCell>
          </tr>
        </thead>
        <tbody>
          {resources.map(({ id, lock, mode, token }) => (
            <tr key={id} className="*:border-b *:py-1.5 *:align-top">
              <th scope="row" className="pr-3 text-left font-normal">
                <PageLink
                  href={locksPath(id)}
                  className="font-mono text-code text-accent wrap-anywhere hover:underline"
                >
                  {isolateText(id)}
                </PageLink>
              </th>
              <td className="px-3">
                <Chip tone={tones[lock]} icon>
                  {envelopeTexts.lockWords[lock]}
                </Chip>
              </td>
              <td className="px-3 text-muted">{envelopeTexts[mode]}</td>
              <td className="px-3 font-mono text-code text-muted">{token}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
