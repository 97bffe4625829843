import type { RunEvent } from '#core/run/event.ts'
import { type ShownArtifact, shownArtifact } from '#core/run/fan-out/variant-output.ts'

/** An artifact of the run's own steps, with the number of its event. */
export type ListedArtifact = ShownArtifact & { readonly seq: number }

/** The artifacts in the events of a run, in their order. */
export function artifactsOf(events: readonly RunEvent[]): readonly ListedArtifact[] {
  return events.flatMap((event) =>
    event.type === 'workflow.node.artifact' ? [{ ...shownArtifact(event), seq: event.seq }] : [],
  )
}

/** The address of a file that a browser may open; null for any other, which is shown as text alone. */
export function addressOf({ url }: Pick<ShownArtifact, 'url'>): string | null {
  if (url === undefined) return null
  const address = URL.parse(url)
  return address !== null && ['http:', 'https:'].includes(address.protocol) ? address.href : null
}

/** A file name for the value of an artifact. */
export function fileNameOf(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '-')
    .replace(/^[-.]+|[-.]+$/g, '')
  return `${plain.slice(0, 80) || 'artifact'}.json`
}
