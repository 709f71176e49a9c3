return {
  name = "pointwise",
  help = "Fuse every producer into its only reader when both are pointwise.",
  options = {
    max_reads = { default = 10, help = "most distinct buffers that one kernel may read" },
  },
  run = function(plan, opt)
    for edge in plan:edges() do
      local producer, consumer = edge.producer, edge.consumer
      if producer.class == "pointwise" and consumer.class == "pointwise" and #producer.readers == 1 then
        local what = plan:what_if(producer, consumer)
        if what.legal and what.reads <= opt.max_reads then
          plan:fuse(producer, consumer)
        end
      end
    end
  end,
}
