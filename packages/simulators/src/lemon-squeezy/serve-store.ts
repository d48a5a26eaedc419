import type { FastifyInstance } from 'fastify';
import { notFound } from './lemon-errors.ts';
import {
  PRODUCT_ID,
  priceResource,
  productResource,
  storeResource,
  variantResource,
} from './lemon-resources.ts';
import { document, type LemonService, type ListQuery, pageOf } from './lemon-service.ts';

type One = { Params: { id: string }; Querystring: ListQuery };

/** Serves the store: its products, variants and prices. */
export function serveStore(app: FastifyInstance, { context }: LemonService): void {
  const { plans, storeId } = context;
  const isOf = (filter: string | undefined, id: string) => filter === undefined || filter === id;
  const variants = () => plans.map(variantResource);
  const withVariants = (query: ListQuery) =>
    query.include?.split(',').includes('variants') ? { included: variants() } : {};

  app.get<One>('/v1/stores/:id', async ({ params }) => {
    if (params.id !== storeId) throw notFound();
    return document(storeResource(context));
  });
  app.get<One>('/v1/products', async ({ query }) => {
    const products = isOf(query['filter[store_id]'], storeId) ? [productResource(context)] : [];
    return { ...pageOf(products, query), ...(products.length > 0 ? withVariants(query) : {}) };
  });
  app.get<One>('/v1/products/:id', async ({ params, query }) => {
    if (params.id !== PRODUCT_ID) throw notFound();
    return { ...document(productResource(context)), ...withVariants(query) };
  });
  app.get<One>('/v1/variants', async ({ query }) =>
    pageOf(isOf(query['filter[product_id]'], PRODUCT_ID) ? variants() : [], query),
  );
  app.get<One>('/v1/variants/:id', async ({ params }) => {
    const plan = plans.find(({ id }) => id === params.id);
    if (!plan) throw notFound();
    return document(variantResource(plan));
  });
  app.get<One>('/v1/prices/:id', async ({ params }) => {
    const found = plans.map(priceResource).find(({ id }) => id === params.id);
    if (!found) throw notFound();
    return document(found);
  });
  app.get<One>('/v1/prices', async ({ query }) => {
    const shown = plans.filter(({ id }) => isOf(query['filter[variant_id]'], id));
    return pageOf(shown.map(priceResource), query);
  });
}
