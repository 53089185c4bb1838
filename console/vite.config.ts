/** The build of the console, and its development server with requests to a running service. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const service = process.env['URL'] ?? 'http://127.0.0.1:4000';

/** The service accepts the session cookie from pages of its own origin only. */
const proxied = {
  target: service,
  changeOrigin: true,
  ws: true,
  headers: { origin: new URL(service).origin },
};

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [react()],
  resolve: { conditions: ['@payments-platform/source', 'module', 'browser', 'development|production'] },
  build: {
    target: 'es2022',
    // These have light-dark(), whose replacement would need a colour scheme that is known at build time.
    cssTarget: ['chrome123', 'edge123', 'firefox120', 'safari17.5'],
    // The content security policy allows files of this origin only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: { '/graphql': proxied, '/session': proxied, '/2025-10-13': proxied, '/health': proxied },
  },
});
