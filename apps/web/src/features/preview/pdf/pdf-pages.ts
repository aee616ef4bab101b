import { TextLayer, type PDFDocumentProxy, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Pixels of one drawn page at most: a canvas takes four bytes for each. */
const maxCanvasPixels = 16_000_000;
/** The distance beyond the window within which pages are drawn. */
const margin = '600px 0px';
const sides = 24;
const zoomStep = 1.25;
/** `fitting`: no page is blown up further than this to fill a wide window. */
const scales = { least: 0.2, most: 6, fitting: 1.5 } as const;

interface Drawn {
  readonly page: PDFPageProxy;
  readonly stop: () => void;
}

interface PagesOptions {
  readonly document: PDFDocumentProxy;
  readonly place: HTMLElement;
  /** Names a page. */
  readonly label: (page: number) => string;
  readonly onShown: (page: number, percent: number) => void;
}

/** The pages of a document below each other; only those near the window are drawn. */
export const createPages = ({ document: pdf, place, label, onShown }: PagesOptions) => {
  const boxes: HTMLElement[] = [];
  const sizes: { width: number; height: number }[] = [];
  const drawn = new Map<number, Drawn>();
  /** Undefined: pages are as wide as the window. */
  let chosen: number | undefined;
  let widest = 1;

  const fit = (): number => Math.min(scales.fitting, Math.max(0.1, (innerWidth - sides) / widest));
  const scale = (): number => chosen ?? fit();
  const measure = (number: number): void => {
    const [box, size] = [boxes[number - 1], sizes[number - 1]];
    if (!box || !size) return;
    box.style.width = `${Math.floor(size.width * scale())}px`;
    box.style.height = `${Math.floor(size.height * scale())}px`;
    box.style.setProperty('--total-scale-factor', String(scale()));
  };

  const erase = (number: number): void => {
    drawn.get(number)?.stop();
    drawn.delete(number);
    boxes[number - 1]?.replaceChildren();
  };

  const draw = async (number: number): Promise<void> => {
    const box = boxes[number - 1];
    if (!box || drawn.has(number)) return;
    let stopped = false;
    const running: { cancel(): void }[] = [];
    const stop = (): void => {
      stopped = true;
      for (const one of running) one.cancel();
    };
    const page = await pdf.getPage(number);
    if (drawn.has(number) || box.dataset['near'] === undefined) return;
    drawn.set(number, { page, stop });
    const natural = page.getViewport({ scale: 1 });
    sizes[number - 1] = { width: natural.width, height: natural.height };
    if (natural.width > widest) {
      widest = natural.width;
      if (chosen === undefined) boxes.forEach((_, at) => measure(at + 1));
    }
    measure(number);
    const viewport = page.getViewport({ scale: scale() });
    const dense = Math.min(
      devicePixelRatio || 1,
      Math.sqrt(maxCanvasPixels / Math.max(1, viewport.width * viewport.height)),
    );
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(viewport.width * dense));
    canvas.height = Math.max(1, Math.floor(viewport.height * dense));
    canvas.setAttribute('aria-hidden', 'true');
    const text = document.createElement('div');
    text.className = 'text';
    box.replaceChildren(canvas, text);
    const picture = page.render({ canvas, viewport, transform: [dense, 0, 0, dense, 0, 0] });
    const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport });
    running.push(picture, layer);
    await Promise.allSettled([picture.promise, layer.render()]);
    if (stopped) page.cleanup();
  };

  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        const box = target as HTMLElement;
        const number = Number(box.dataset['page']);
        if (isIntersecting) {
          box.dataset['near'] = '';
          // A page that fails stays white; the others are shown.
          draw(number).catch(() => undefined);
        } else {
          delete box.dataset['near'];
          erase(number);
        }
      }
    },
    // Without a root a frame of another origin has no margin.
    { root: document, rootMargin: margin },
  );

  const current = (): number => {
    const top = boxes.findIndex((box) => box.getBoundingClientRect().bottom > 48);
    return top < 0 ? boxes.length : top + 1;
  };
  const tell = (): void => onShown(current(), Math.round(scale() * 100));

  const rescale = (next: number | undefined): void => {
    const at = current();
    const box = boxes[at - 1];
    const part = box ? -box.getBoundingClientRect().top / Math.max(1, box.offsetHeight) : 0;
    chosen = next;
    for (const number of drawn.keys()) erase(number);
    boxes.forEach((_, index) => measure(index + 1));
    if (box) document.documentElement.scrollTop = box.offsetTop + part * box.offsetHeight;
    for (const near of boxes)
      if (near.dataset['near'] !== undefined) draw(Number(near.dataset['page'])).catch(() => undefined);
    tell();
  };

  return {
    show: async (): Promise<void> => {
      const first = (await pdf.getPage(1)).getViewport({ scale: 1 });
      widest = first.width;
      for (let number = 1; number <= pdf.numPages; number += 1) {
        const box = document.createElement('div');
        box.className = 'page';
        box.dataset['page'] = String(number);
        box.setAttribute('role', 'region');
        box.setAttribute('aria-label', label(number));
        boxes.push(box);
        sizes.push({ width: first.width, height: first.height });
        measure(number);
      }
      place.append(...boxes);
      for (const box of boxes) observer.observe(box);
      document.addEventListener('scroll', tell, { passive: true });
      addEventListener('resize', () => chosen === undefined && rescale(undefined));
      tell();
    },
    zoom: (to: 'in' | 'out' | 'fit'): void => {
      const factor = to === 'in' ? zoomStep : 1 / zoomStep;
      rescale(to === 'fit' ? undefined : Math.min(scales.most, Math.max(scales.least, scale() * factor)));
    },
  };
};
