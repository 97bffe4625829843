/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  // Lint and types are checks of their own (`npm run check`); the build only builds.
  typescript: { ignoreBuildErrors: true },
  // Nothing is fetched from outside and no image needs a server: pictures are SVG.
  images: { unoptimized: true },
  devIndicators: false,
  experimental: {
    // A page that is asked for while the server is away opens once it is back; else the browser would leave for an empty one.
    useOffline: true,
    // A page that names thirty small scripts spends more on asking for them than on what two pages share of them.
    turbopackChunking: { minChunkSize: 400_000, maxMergeChunkSize: 2_000_000, requestCost: 2_000_000 },
  },
}

export default config
