import type { Metadata } from 'next'
import { OpenApiProvider } from '#components/api/api-provider.tsx'
import { SecondFactorPage } from '#components/identity/second-factor/second-factor-page.tsx'

export const metadata: Metadata = { title: 'Second factor' }

export default function Page() {
  return (
    <OpenApiProvider>
      <SecondFactorPage />
    </OpenApiProvider>
  )
}
