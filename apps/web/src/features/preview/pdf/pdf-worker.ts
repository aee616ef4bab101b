/** PDF.js's worker as one script, so that it can be handed into the sandbox. */
import 'pdfjs-dist/legacy/build/pdf.worker.min.mjs';
