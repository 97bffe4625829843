import type { Metadata } from 'next'
import { RunsPage } from '#components/runs/list/runs-page.tsx'

export const metadata: Metadata = { title: 'Runs' }

export default function Page() {
  return <RunsPage />
}
