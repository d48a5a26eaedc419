import type { FastifyInstance } from 'fastify';
import type { SimulatedPlan } from '../payments/default-plans.ts';
import { invalidRequest, notFound } from './paypal-errors.ts';
import { PRODUCT, planResource, planSummary } from './paypal-resources.ts';

const LARGEST_PAGE = 20;
const USUAL_PAGE = 10;

type PageQuery = { page?: string; page_size?: string; total_required?: string };

/** One page of a list, with the totals where they are asked for. */
function pageOf<Item>(items: readonly Item[], query: PageQuery) {
  const size = Number(query.page_size ?? USUAL_PAGE);
  const page = Number(query.page ?? 1);
  if (!Number.isInteger(size) || size < 1 || size > LARGEST_PAGE) {
    throw invalidRequest('INVALID_PARAMETER_VALUE');
  }
  if (!Number.isInteger(page) || page < 1) throw invalidRequest('INVALID_PARAMETER_VALUE');
  const totals = { total_items: items.length, total_pages: Math.ceil(items.length / size) };
  const shown = items.slice((page - 1) * size, page * size);
  return { shown, totals: query.total_required === 'true' ? totals : {} };
}

/** Serves products and plans. */
export function serveCatalogue(app: FastifyInstance, plans: readonly SimulatedPlan[]): void {
  app.get<{ Querystring: PageQuery }>('/v1/catalogs/products', async ({ query }) => {
    const { shown, totals } = pageOf([PRODUCT], query);
    return { products: shown, ...totals, links: [] };
  });
  app.get<{ Params: { id: string } }>('/v1/catalogs/products/:id', async ({ params }) => {
    if (params.id !== PRODUCT.id) throw notFound();
    return PRODUCT;
  });
  app.get<{ Querystring: PageQuery }>('/v1/billing/plans', async ({ query }) => {
    const { shown, totals } = pageOf(plans, query);
    return { plans: shown.map(planSummary), ...totals, links: [] };
  });
  app.get<{ Params: { id: string } }>('/v1/billing/plans/:id', async ({ params }) => {
    const plan = plans.find(({ id }) => id === params.id);
    if (!plan) throw notFound();
    return planResource(plan);
  });
}
