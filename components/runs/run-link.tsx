import Link from 'next/link'
import { runPath } from '#components/shell/paths.ts'

/** A link to a run, labelled by both ends of its id. */
export function RunLink({ runId }: { runId: string }) {
  return (
    <Link href={runPath(runId)} className="font-mono text-[11.5px] text-accent hover:underline">
      {shortId(runId)}
    </Link>
  )
}

/** The two ends of an id: `0198c4e2…7f1a`. */
export function shortId(id: string): string {
  return id.length <= 14 ? id : `${id.slice(0, 8)}…${id.slice(-4)}`
}
