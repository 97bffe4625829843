import Link from 'next/link'
import { runPath } from '#components/shell/paths.ts'
import { shortId } from './short-id.ts'

/** A link to a run, labelled by both ends of its id. */
export function RunLink({ runId }: { runId: string }) {
  return (
    <Link href={runPath(runId)} className="font-mono text-code text-accent hover:underline">
      {shortId(runId)}
    </Link>
  )
}
